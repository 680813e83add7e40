import { command, result } from '../command.ts';
import { flag } from '../input/options/kinds.ts';
import { downView } from '../output/views/daemon.ts';

export const down = command({
  name: ['down'],
  summary: 'Stop the daemon; accepted work is kept.',
  flags: { force: flag('--force', 'Stop it even if it does not answer; kill it after 15 seconds.') },
  arguments: {},
  examples: [{ command: 'agentmail down', about: 'stop it and wait until it has ended' }],
  codes: ['STILL_RUNNING', 'UNREACHABLE'],
  run: async ({ world, home }, { force }) => {
    const { stopDaemon } = await import('../tasks/lifecycle/stop.ts');
    return result(await stopDaemon(world, home, force), downView);
  },
});
