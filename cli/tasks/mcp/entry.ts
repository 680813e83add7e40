import type { ToolEffect } from '../../../shared/client/tools.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, hinting, NoCredentialError, UnreachableError } from '../../errors.ts';
import type { ServerCommand } from './hosts.ts';

/** How a client is to start the server. */
export interface ServedModel {
  readonly mailbox: string | undefined;
  readonly showQuarantined: boolean;
  readonly anyKey: boolean;
  readonly tools: readonly ToolEffect[];
}

const MAKE_PROFILE =
  'create an agent profile: agentmail keys create --role agent --mailbox MAILBOX --save-as helper; then agentmail mcp --profile helper --config';

/** Refuses a profile with which an entry could not start. Its key is checked if the daemon answers. */
export async function assertStarts(context: CommandContext, input: ServedModel): Promise<void> {
  const { credentials, profileName } = context;
  if ((await credentials.get(profileName)) === undefined) {
    throw new NoCredentialError(`Profile "${profileName}" has no key for the entry.`, MAKE_PROFILE);
  }
  const { connectModel } = await import('./session.ts');
  try {
    await connectModel(context, input).check();
  } catch (error) {
    if (error instanceof UnreachableError) context.notice(`The key is not checked: ${error.message}`);
    else throw error instanceof CommandError ? hinting(error, MAKE_PROFILE) : error;
  }
}

/** A client starts the command with its own environment, so the entry has to be complete. */
export async function serverCommand(
  { home, profileName, world }: CommandContext,
  { mailbox, showQuarantined, anyKey, tools }: ServedModel,
): Promise<ServerCommand> {
  const [{ resolve }, { homeFolder }] = await Promise.all([
    import('node:path'),
    import('../../machine/home/folder.ts'),
  ]);
  const isUsual = home.path === homeFolder(undefined, world.machine.userHome).path;
  const args = [
    ...['mcp', '--profile', profileName],
    ...(isUsual ? [] : ['--home', resolve(home.path)]),
    ...(mailbox === undefined ? [] : ['--mailbox', mailbox]),
    ...(showQuarantined ? ['--show-quarantined'] : []),
    ...(anyKey ? ['--any-key'] : []),
    ...tools.flatMap((each) => ['--tools', each]),
  ];
  const [command, ...first] = await programOf(world);
  return { command, args: [...first, ...args] };
}

/** `agentmail` if the PATH has it; else, as in a checkout, Node with the program. */
async function programOf({
  env,
  machine,
  processes,
}: CommandContext['world']): Promise<[string, ...string[]]> {
  const [{ access, constants }, { delimiter, dirname, join }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
  ]);
  const name = machine.platform === 'win32' ? 'agentmail.cmd' : 'agentmail';
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const isThere = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return ['agentmail'];
  }
  const [node, launcher = ''] = processes.daemonCommand();
  return [node, join(dirname(launcher), 'agentmail.js')];
}
