import { z } from 'zod';
import { getAttachmentPreview } from '../../../shared/contract/attachments.ts';
import { getHealth } from '../../../shared/contract/platform.ts';
import {
  getMessage,
  listMessages,
  markMessageRead,
  waitForMessage,
} from '../../../shared/contract/reading.ts';
import { arrivalsIn, daemonNow } from '../../waiting/arrivals.ts';
import { tool } from '../tool.ts';
import { DEFAULT_LIMIT, extract, extractQuery, limit, mailbox, messageId } from './inputs.ts';

/** Clients time longer calls out; waiting again with `since` misses nothing. */
const LONGEST_WAIT_SECONDS = 30;

const listMail = tool({
  name: 'list_messages',
  description:
    "List a mailbox's messages, newest first, with a preview of each. For more, pass the ID of the\n" +
    'last one as `before`.',
  effect: 'reads',
  untrusted: true,
  input: {
    mailbox,
    unread: z.boolean().optional().describe('Only unread inbound messages.'),
    direction: z.enum(['inbound', 'outbound']).optional(),
    sender: z.string().optional().describe("Part of the sender's address."),
    since: z.iso.datetime({ offset: true }).optional().describe('Only messages after this time.'),
    before: z.string().optional(),
    extract,
    limit,
  },
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    const { mailbox: _, unread, limit: most, extract: asked, ...query } = input;
    return (await session.client()).call(listMessages, {
      params: { id },
      query: {
        ...query,
        ...session.access,
        ...extractQuery(asked),
        ...(unread && { unread: true as const }),
        limit: most ?? DEFAULT_LIMIT,
      },
    });
  },
});

const searchMail = tool({
  name: 'search_messages',
  description:
    "Search the subjects and texts of a mailbox's messages. The term needs at least three\n" + 'characters.',
  effect: 'reads',
  untrusted: true,
  input: { mailbox, term: z.string().min(3).max(200), before: z.string().optional(), limit },
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    const { term, before, limit: most } = input;
    return (await session.client()).call(listMessages, {
      params: { id },
      query: {
        ...session.access,
        search: term,
        limit: most ?? DEFAULT_LIMIT,
        ...(before !== undefined && { before }),
      },
    });
  },
});

const readMail = tool({
  name: 'read_message',
  description:
    'Show a message with its text, attachments and scan findings. It stays unread. `html_text` is\n' +
    'present if the HTML differs from `body`, and `review` after a decision about the message while\n' +
    'it was held.',
  effect: 'reads',
  untrusted: true,
  input: { message_id: messageId, extract },
  run: async (session, { message_id: id, extract: asked }) =>
    (await session.client()).call(getMessage, {
      params: { id },
      query: { ...session.access, ...extractQuery(asked) },
    }),
});

const readAttachment = tool({
  name: 'read_attachment',
  description: 'Show the text of an attachment, if the mailbox lets agents read it. `index` starts at 0.',
  effect: 'reads',
  untrusted: true,
  input: { message_id: messageId, index: z.int().min(0) },
  run: async (session, { message_id: id, index: idx }) =>
    (await session.client()).call(getAttachmentPreview, {
      params: { id, idx } as never,
      query: session.access,
    }),
});

const markRead = tool({
  name: 'mark_message_read',
  description: 'Mark an inbound message as read.',
  effect: 'marks',
  untrusted: false,
  input: { message_id: messageId },
  run: async (session, { message_id: id }) =>
    (await session.client()).call(markMessageRead, { params: { id } }),
});

const waitForMail = tool({
  name: 'wait_for_message',
  description:
    'Wait for the next message. Returns `message: null` if none arrived in time; call it again with\n' +
    'the returned `since` to miss nothing in between.',
  effect: 'reads',
  untrusted: true,
  input: {
    mailbox,
    timeout_seconds: z
      .int()
      .min(1)
      .max(LONGEST_WAIT_SECONDS)
      .optional()
      .describe('Maximum wait in seconds. Default: 30.'),
    since: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Only messages after this time. Default: now.'),
    sender: z.string().optional().describe('Only messages whose sender contains this text.'),
    extract,
  },
  run: async (session, input) => {
    const { context } = session;
    await session.client();
    const box = await session.mailbox(input.mailbox);
    let since = input.since ?? (await daemonNow(context, getHealth));
    const deadline = context.world.clock.now() + (input.timeout_seconds ?? LONGEST_WAIT_SECONDS) * 1000;
    const access = { ...session.access, ...extractQuery(input.extract) };
    const waiting = { since: new Map([[box, since]]), deadline, access };
    const wanted = input.sender?.toLowerCase() ?? '';
    for await (const { message } of arrivalsIn(context, waiting, waitForMessage)) {
      since = message.created_at;
      if (message.sender.toLowerCase().includes(wanted)) return { message, since };
    }
    return { message: null, since };
  },
});

export const READING = [listMail, searchMail, readMail, readAttachment, waitForMail, markRead];
