import { command, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseThread, loadThreadLookup, threadArgument } from '../../thread.ts';
import { threadMarked } from '../../views/threads.ts';

export const threadsRead = command({
  name: ['threads', 'read'],
  summary: 'Mark all messages in a thread as read.',
  flags: { mailbox: mailboxFlag },
  arguments: { thread: threadArgument },
  examples: [{ command: 'agentmail threads read t3fa91c2', about: 'mark them without showing them' }],
  endpoints: async () => {
    const { markThreadRead } = await import('../../../shared/contract/threads.ts');
    return { markThreadRead, ...(await loadThreadLookup()) };
  },
  run: async (context, input, endpoints) => {
    const { mailbox, thread } = await chooseThread(
      context,
      { typed: input.thread, mailbox: input.mailbox },
      endpoints,
    );
    const client = await context.client();
    const params = { id: mailbox, thread_id: thread };
    return result(await client.call(endpoints.markThreadRead, { params }), threadMarked);
  },
});
