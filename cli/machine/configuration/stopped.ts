import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { updateSettings } from '../../../shared/contract/settings.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError } from '../../errors.ts';

/** Stores a setting of this home without a running daemon; returns all settings, without secrets. */
export async function setWithoutDaemon(
  context: CommandContext,
  name: string,
  value: unknown,
): Promise<ReplyOf<typeof updateSettings>['settings']> {
  // On stdin, since other programs can read arguments and the value may be secret.
  const stored = await changed(context, { args: ['set'], stdin: JSON.stringify({ [name]: value }) });
  return (JSON.parse(stored) as ReplyOf<typeof updateSettings>).settings;
}

/** Resets a setting of this home without a running daemon. */
export async function unsetWithoutDaemon(context: CommandContext, name: string): Promise<void> {
  await changed(context, { args: ['unset', '--', name] });
}

async function changed(
  { world, home }: CommandContext,
  { args: [command = '', ...args], stdin }: { readonly args: readonly string[]; readonly stdin?: string },
): Promise<string> {
  const { exit, stdout, stderr } = await world.processes.runDaemonProgram(
    [command, '--home', home.path, ...args],
    world.interrupted,
    stdin,
  );
  if (exit === 0) return stdout;
  const reason = stderr.trim().replace(/^agentmaild: /, '') || 'The setting could not be changed.';
  throw new CommandError(reason.split('\n')[0] ?? reason, { exit: 'refused', code: 'NOT_CHANGED' });
}
