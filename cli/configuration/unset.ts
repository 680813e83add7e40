import type { CommandContext } from '../context.ts';
import { CommandError } from '../errors.ts';

/** Resets a setting of this home without a running daemon. */
export async function unsetWithoutDaemon({ world, home }: CommandContext, name: string): Promise<void> {
  const { exit, stderr } = await world.processes.runDaemonProgram(
    ['unset', '--home', home.path, '--', name],
    world.interrupted,
  );
  if (exit === 0) return;
  const reason = stderr.trim().replace(/^agentmaild: /, '') || 'The setting could not be changed.';
  throw new CommandError(reason.split('\n')[0] ?? reason, { exit: 'refused', code: 'NOT_CHANGED' });
}
