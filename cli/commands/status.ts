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
    const { getStatus } = await import('../../shared/contract/operator.ts');
    return { getStatus };
  },
  run: async (context, _input, { getStatus }) => {
    const home = context.home.path;
    try {
      const client = await context.client();
      const reply = await client.call(getStatus, {});
      return result<Status>({ running: true, home, ...reply }, statusView);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      return result<Status>({ running: false, home, reason: error.message }, statusView, 'unreachable');
    }
  },
});
