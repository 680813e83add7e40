import { z } from 'zod';
import { getAttachmentPreview } from '../../contract/attachments.ts';
import { labelMessage } from '../../contract/labels.ts';
import { LIMITS } from '../../contract/limits.ts';
import { messageDetail } from '../../contract/messages.ts';
import { getMessage, listMessages, markMessageRead } from '../../contract/reading.ts';
import { foundMatches, searchMessages } from '../../contract/search.ts';
import { starMessage } from '../../contract/threads.ts';
import { definedFields } from '../../defined-fields.ts';
import { tool } from '../tool.ts';
import {
  bodyFormat,
  DEFAULT_LIMIT,
  extract,
  extractQuery,
  limit,
  mailbox,
  marks,
  messageId,
  readableQuery,
  senderPart,
  since,
  whole,
} from './inputs.ts';
import { inBlocks, listedMessage, readMessage } from './outputs.ts';

const listMail = tool({
  name: 'list_messages',
  title: 'List messages',
  description: "List a mailbox's messages with previews, newest first. `before`: the last ID, for more.",
  effect: 'reads',
  untrusted: true,
  input: {
    mailbox,
    unread: z.boolean().optional(),
    direction: z.enum(['inbound', 'outbound']).optional(),
    sender: senderPart,
    since,
    ...marks,
    before: z.string().optional(),
    limit,
  },
  output: () => z.object({ messages: z.array(listedMessage()) }),
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    const { mailbox: _, unread, limit: most, ...query } = input;
    return session.call(listMessages, {
      params: { id },
      query: {
        ...query,
        ...session.access,
        ...(unread && { unread: true as const }),
        limit: most ?? DEFAULT_LIMIT,
      },
    });
  },
});

const searchMail = tool({
  name: 'search_messages',
  title: 'Search messages',
  description:
    'Search all mailboxes, or one, for all words, best matches first. `query` may have "phrases",\n' +
    '-words and from: to: cc: subject: in: label: tag: has:attachment is:unread before: after:\n' +
    '(2026-11-01).',
  effect: 'reads',
  untrusted: true,
  input: {
    query: z.string().max(LIMITS.searchLineCharacters),
    mailbox: z.string().optional(),
    cursor: z.string().optional().describe('The last `next_cursor`.'),
    limit,
  },
  output: () =>
    z.object({
      messages: z.array(listedMessage().extend({ matches: foundMatches })),
      next_cursor: z.string().nullable(),
    }),
  run: (session, { query: q, mailbox: name, cursor, limit: most }) =>
    session.call(searchMessages, {
      query: {
        ...session.access,
        q,
        limit: most ?? DEFAULT_LIMIT,
        ...definedFields({ mailbox: name, cursor }),
      },
    }),
});

const readMail = tool({
  name: 'read_message',
  title: 'Read a message',
  description:
    'Show a message; it stays unread. An inbound one comes in `blocks`: `facts` are what the service\n' +
    'vouches for, `words` those of the sender, `quoted` earlier mail as the sender quotes it. `review`\n' +
    'has the decision about it, `versions` those of a denied message, `calendar` its invitation.',
  effect: 'reads',
  untrusted: true,
  input: { message_id: messageId, whole, extract, body_format: bodyFormat },
  output: () => readMessage().extend({ calendar: messageDetail.shape.calendar }),
  run: async (session, { message_id: id, whole: isWhole, extract: asked, ...format }) => {
    const query = { ...session.access, ...extractQuery(asked), ...readableQuery(format) };
    return inBlocks(await session.call(getMessage, { params: { id }, query }), isWhole);
  },
});

const readAttachment = tool({
  name: 'read_attachment',
  title: 'Read an attachment',
  description: 'Show the text of an attachment. `index` starts at 0.',
  effect: 'reads',
  untrusted: true,
  input: { message_id: messageId, index: z.int().min(0) },
  output: () => getAttachmentPreview.replies[200],
  run: (session, { message_id: id, index: idx }) =>
    session.call(getAttachmentPreview, { params: { id, idx }, query: session.access }),
});

const markMail = tool({
  name: 'mark_message',
  title: 'Mark a message',
  description:
    'Mark a message as read or starred, or change its labels, which list_messages finds. A denied\n' +
    'message of yours that is read is not returned by wait_for_message again.',
  effect: 'marks',
  untrusted: false,
  input: {
    message_id: messageId,
    read: z.literal(true).optional(),
    starred: z.boolean().optional(),
    add_labels: z.array(z.string()).optional(),
    remove_labels: z.array(z.string()).optional(),
  },
  output: () =>
    z.object({
      ...labelMessage.replies[200].partial().shape,
      ...starMessage.replies[200].partial().shape,
      ...markMessageRead.replies[200].partial().shape,
    }),
  run: async (session, { message_id: id, read, starred, add_labels: add, remove_labels: remove }) => {
    const params = { id };
    // Labels first: only they can be refused for what they say.
    return {
      ...((add || remove) &&
        (await session.call(labelMessage, { params, body: definedFields({ add, remove }) }))),
      ...(starred !== undefined && (await session.call(starMessage, { params, body: { starred } }))),
      ...(read && (await session.call(markMessageRead, { params }))),
    };
  },
});

export const READING = [listMail, searchMail, readMail, readAttachment, markMail];
