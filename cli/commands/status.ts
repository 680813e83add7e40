import { command, result } from '../command.ts';
import { UnreachableError } from '../errors.ts';
import { type Status, statusView } from '../views/daemon.ts';

export const status = command({
  name: ['status'],
  summary: 'Show whether the daemon runs, where it listens and what is queued.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail status --json', about: 'exit code 7 when it does not run' }],
  endpoints: async () => {
    const { getStatus, operatorListAccounts } = await import('../../shared/contract/operator.ts');
    return { getStatus, operatorListAccounts };
  },
  run: async (context, _input, { getStatus, operatorListAccounts }) => {
    const home = context.home.path;
    try {
      const client = await context.client();
      const reply = await client.call(getStatus, {});
      const { noticeDeleted } = await import('../lifecycle/deleted.ts');
      for (const warning of reply.exposure ?? []) context.notice(warning);
      await noticeDeleted(context, operatorListAccounts);
      return result<Status>({ running: true, home, ...reply }, statusView);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      return result<Status>({ running: false, home, reason: error.message }, statusView, 'unreachable');
    }
  },
});
