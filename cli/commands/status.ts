import type { getStatus } from '../../shared/contract/operator.ts';
import { command, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { UnreachableError } from '../errors.ts';
import { optionalDuration } from '../input/options/duration.ts';
import { type DaemonStatus, statusView } from '../output/views/daemon.ts';

const WATCH_SECONDS = 2;

export const status = command({
  name: ['status'],
  summary: 'Show whether the daemon runs, where it listens and its queues.',
  description:
    "With --watch, --json prints one status per line, and a daemon that goes away doesn't end the\n" +
    'command.',
  flags: {
    watch: optionalDuration('-w, --watch [DURATION]', 'Refresh at this interval until Ctrl+C. Default: 2s.'),
  },
  arguments: {},
  examples: [
    { command: 'agentmail status --json', about: "exits with 7 if the daemon isn't running" },
    { command: 'agentmail status --watch', about: 'watch the queues fill and empty' },
  ],
  endpoints: async () => {
    const { getStatus, operatorListAccounts } = await import('../../shared/contract/operator.ts');
    return { getStatus, operatorListAccounts };
  },
  run: async (context, { watch }, { getStatus, operatorListAccounts }) => {
    if (watch !== undefined) {
      const { watchStatus } = await import('../tui/status.tsx');
      await watchStatus(context, watch === true ? WATCH_SECONDS : watch, () => read(context, getStatus));
      return 'ok';
    }
    const found = await read(context, getStatus);
    if (!found.running) return result(found, statusView, 'unreachable');
    const { noticeDeleted } = await import('../tasks/lifecycle/deleted.ts');
    for (const warning of found.exposure ?? []) context.notice(warning);
    await noticeDeleted(context, operatorListAccounts);
    return result(found, statusView);
  },
});

/** A daemon that isn't reachable has a status too. */
async function read(context: CommandContext, endpoint: typeof getStatus): Promise<DaemonStatus> {
  const home = context.home.path;
  try {
    // Found again each time: a restarted daemon may have another port.
    const client = await context.client({ fresh: true });
    return { running: true, home, ...(await client.call(endpoint, {})) };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return { running: false, home, reason: error.message };
  }
}
