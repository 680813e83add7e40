import { z } from 'zod';
import { getThread, listThreads, thread } from '../../contract/threads.ts';
import { definedFields } from '../../defined-fields.ts';
import { tool } from '../tool.ts';
import {
  bodyFormat,
  DEFAULT_LIMIT,
  limit,
  mailbox,
  readableQuery,
  since,
  threadId,
  whole,
} from './inputs.ts';
import { inBlocks, readMessage } from './outputs.ts';

const list = tool({
  name: 'list_threads',
  title: 'List threads',
  description: "List a mailbox's threads, latest first. `before`: the last last_message_at, for more.",
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
  description: 'Show the messages of a thread, oldest first, as read_message does.',
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

export const THREADS = [list, read];
