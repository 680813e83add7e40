import { command, flag, noEndpoints, result } from '../command.ts';
import { downView } from '../views/daemon.ts';

export const down = command({
  name: ['down'],
  summary: 'Stop the daemon; accepted work is kept.',
  flags: { force: flag('--force', 'Also when it does not answer; after 15 seconds it is killed.') },
  arguments: {},
  examples: [{ command: 'agentmail down', about: 'waits until it has stopped' }],
  codes: ['STILL_RUNNING', 'UNREACHABLE'],
  endpoints: noEndpoints,
  run: async ({ world, home }, { force }) => {
    const { stopDaemon } = await import('../lifecycle/stop.ts');
    return result(await stopDaemon(world, home, force), downView);
  },
});
