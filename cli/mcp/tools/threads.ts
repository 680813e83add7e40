import { z } from 'zod';
import { getThread, listThreads, starMessage } from '../../../shared/contract/threads.ts';
import { tool } from '../tool.ts';
import { DEFAULT_LIMIT, limit, mailbox, messageId, threadId } from './inputs.ts';

const list = tool({
  name: 'list_threads',
  description:
    "List a mailbox's threads, latest first. For more, pass the last_message_at of the last one as\n" +
    '`before`.',
  effect: 'reads',
  untrusted: true,
  input: { mailbox, before: z.iso.datetime({ offset: true }).optional(), limit },
  run: async (session, { before, limit: most, ...input }) => {
    const id = await session.mailbox(input.mailbox);
    return (await session.client()).call(listThreads, {
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
  description: 'Show a thread with its messages, oldest first.',
  effect: 'reads',
  untrusted: true,
  input: { thread_id: threadId, mailbox },
  run: async (session, { thread_id, ...input }) =>
    (await session.client()).call(getThread, {
      params: { thread_id },
      query: { ...session.access, ...(input.mailbox !== undefined && { mailbox: input.mailbox }) },
    }),
});

const star = tool({
  name: 'star_message',
  description: 'Add or remove the star of a message.',
  effect: 'marks',
  untrusted: false,
  input: { message_id: messageId, starred: z.boolean() },
  run: async (session, { message_id: id, starred }) =>
    (await session.client()).call(starMessage, { params: { id }, body: { starred } }),
});

export const THREADS = [list, read, star];
