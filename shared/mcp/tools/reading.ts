import { z } from 'zod';
import { getAttachmentPreview } from '../../contract/attachments.ts';
import { LIMITS } from '../../contract/limits.ts';
import { messageDetail } from '../../contract/messages.ts';
import { getMessage, listMessages, markMessageRead } from '../../contract/reading.ts';
import { foundMatches, searchMessages } from '../../contract/search.ts';
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
  since,
  whole,
} from './inputs.ts';
import { inBlocks, listedMessage, readMessage } from './outputs.ts';

const listMail = tool({
  name: 'list_messages',
  title: 'List messages',
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
    to: z.string().optional().describe('Part of the address or name of a recipient, CC included.'),
    since: since.describe('Only messages after this time.'),
    ...marks,
    before: z.string().optional(),
    extract,
    limit,
  },
  output: () => z.object({ messages: z.array(listedMessage()) }),
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    const { mailbox: _, unread, limit: most, extract: asked, ...query } = input;
    return session.call(listMessages, {
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
  title: 'Search messages',
  description:
    'Search all mailboxes, or one, for messages that have all words, the best matches first. `query` may\n' +
    'have "phrases", -words and filters: from: to: cc: subject: in: label: tag: has:attachment is:unread\n' +
    'before: after: (2026-11-01).',
  effect: 'reads',
  untrusted: true,
  input: {
    query: z.string().max(LIMITS.searchLineCharacters),
    mailbox: z.string().optional().describe('Mailbox name, address or ID; all mailboxes by default.'),
    cursor: z.string().optional().describe('`next_cursor` of the page before.'),
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
    'Show a message with its text, attachments and scan findings. It stays unread. An inbound message\n' +
    'comes in `blocks`: `facts` are what the service vouches for, `words` those of the sender, `quoted`\n' +
    'earlier mail as the sender quotes it. `html_text` is present with `whole` if the HTML differs from\n' +
    'the text, and `review` after a decision about the message while it was held. `versions`\n' +
    'has all versions of a message that was denied and sent anew, and `calendar` the event of an\n' +
    'invitation.',
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
  description: 'Show the text of an attachment, if the mailbox lets agents read it. `index` starts at 0.',
  effect: 'reads',
  untrusted: true,
  input: { message_id: messageId, index: z.int().min(0) },
  output: () => getAttachmentPreview.replies[200],
  run: (session, { message_id: id, index: idx }) =>
    session.call(getAttachmentPreview, { params: { id, idx }, query: session.access }),
});

const markRead = tool({
  name: 'mark_message_read',
  title: 'Mark a message as read',
  description:
    'Mark an inbound message as read. A denied message of yours is then not returned by\n' +
    'wait_for_message again.',
  effect: 'marks',
  untrusted: false,
  input: { message_id: messageId },
  output: () => markMessageRead.replies[200],
  run: (session, { message_id: id }) => session.call(markMessageRead, { params: { id } }),
});

export const READING = [listMail, searchMail, readMail, readAttachment, markRead];
