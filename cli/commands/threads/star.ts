import { command, flag, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseThread, loadThreadLookup, threadArgument } from '../../thread.ts';
import { threadStarred } from '../../views/threads.ts';

export const threadsStar = command({
  name: ['threads', 'star'],
  summary: 'Star all messages in a thread.',
  flags: { mailbox: mailboxFlag, remove: flag('--remove', 'Remove the stars.') },
  arguments: { thread: threadArgument },
  examples: [
    { command: 'agentmail threads star t3fa91c2 --remove', about: 'remove all stars in the thread' },
  ],
  endpoints: async () => {
    const { starThread } = await import('../../../shared/contract/threads.ts');
    return { starThread, ...(await loadThreadLookup()) };
  },
  run: async (context, input, endpoints) => {
    const { mailbox, thread } = await chooseThread(
      context,
      { typed: input.thread, mailbox: input.mailbox },
      endpoints,
    );
    const client = await context.client();
    const params = { id: mailbox, thread_id: thread };
    const body = { starred: !input.remove };
    return result(await client.call(endpoints.starThread, { params, body }), threadStarred);
  },
});
