import { command, flag, longResult } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseThread, loadThreadLookup, threadArgument } from '../../thread.ts';
import { threadView } from '../../views/threads.ts';

export const threadsShow = command({
  name: ['threads', 'show'],
  summary: 'Show a thread, oldest message first; its messages stay unread.',
  flags: {
    mailbox: mailboxFlag,
    verbose: flag('--verbose', 'Include scan findings that changed nothing (JSON only).'),
  },
  arguments: { thread: threadArgument },
  examples: [{ command: 'agentmail threads show t3fa91c2', about: 'show a thread by its short ID' }],
  endpoints: async () => {
    const { getThread } = await import('../../../shared/contract/threads.ts');
    return { getThread, ...(await loadThreadLookup()) };
  },
  run: async (context, input, endpoints) => {
    const { mailbox, thread } = await chooseThread(
      context,
      { typed: input.thread, mailbox: input.mailbox },
      endpoints,
    );
    const client = await context.client();
    const query = { mailbox, ...(input.verbose ? { view: 'verbose' as const } : {}) };
    const shown = await client.call(endpoints.getThread, { params: { thread_id: thread }, query });
    return longResult(shown, threadView);
  },
});
