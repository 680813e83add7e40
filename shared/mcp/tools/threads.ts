import { z } from 'zod';
import { labelMessage } from '../../contract/labels.ts';
import { getThread, listThreads, starMessage, thread } from '../../contract/threads.ts';
import { definedFields } from '../../defined-fields.ts';
import { tool } from '../tool.ts';
import {
  bodyFormat,
  DEFAULT_LIMIT,
  limit,
  mailbox,
  messageId,
  readableQuery,
  since,
  threadId,
  whole,
} from './inputs.ts';
import { inBlocks, readMessage } from './outputs.ts';

const list = tool({
  name: 'list_threads',
  title: 'List threads',
  description:
    "List a mailbox's threads, latest first. For more, pass the last_message_at of the last one as\n" +
    '`before`.',
  effect: 'reads',
  untrusted: true,
  input: { mailbox, before: since, limit },
  output: () => z.object({ threads: z.array(thread) }),
  run: async (session, { before, limit: most, ...input }) => {
    const id = await session.mailbox(input.mailbox);
    return session.call(listThreads, {
      params: { id },
      query: {
        ...session.access,
        limit: most ?? DEFAULT_LIMIT,
        ...(before !== undefined && { before_ts: before }),
      },
    });
  },
});

const read = tool({
  name: 'read_thread',
  title: 'Read a thread',
  description:
    'Show a thread with its messages, oldest first. Inbound messages come in `blocks`, as in read_message.',
  effect: 'reads',
  untrusted: true,
  input: { thread_id: threadId, mailbox, whole, body_format: bodyFormat },
  output: () =>
    z.object({
      id: z.string(),
      mailbox_id: z.string(),
      subject: z.string(),
      message_count: z.int(),
      messages: z.array(readMessage()),
    }),
  run: async (session, { thread_id, mailbox: named, whole: isWhole, ...format }) => {
    const query = { ...session.access, ...readableQuery(format), ...definedFields({ mailbox: named }) };
    const found = await session.call(getThread, { params: { thread_id }, query });
    return { ...found, messages: found.messages.map((each) => inBlocks(each, isWhole)) };
  },
});

const star = tool({
  name: 'star_message',
  title: 'Star a message',
  description: 'Add or remove the star of a message.',
  effect: 'marks',
  untrusted: false,
  input: { message_id: messageId, starred: z.boolean() },
  output: () => starMessage.replies[200],
  run: (session, { message_id: id, starred }) =>
    session.call(starMessage, { params: { id }, body: { starred } }),
});

const labelMail = tool({
  name: 'label_message',
  title: 'Label a message',
  description:
    'Add or remove labels of a message, to mark what you have done with it. list_messages finds messages\n' +
    'by `label` and `without_label`.',
  effect: 'marks',
  untrusted: false,
  input: {
    message_id: messageId,
    add: z.array(z.string()).optional(),
    remove: z.array(z.string()).optional(),
  },
  output: () => labelMessage.replies[200],
  run: (session, { message_id: id, add, remove }) =>
    session.call(labelMessage, { params: { id }, body: definedFields({ add, remove }) }),
});

export const THREADS = [list, read, star, labelMail];
