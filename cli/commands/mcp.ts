import { command } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, hinting, NoCredentialError, UnreachableError, UsageError } from '../errors.ts';
import { mailboxFlag } from '../input/lookups/mailbox.ts';
import { flag } from '../input/options/kinds.ts';

export const mcp = command({
  name: ['mcp'],
  summary: 'Serve mail to a model over MCP on stdin and stdout.',
  description:
    'Gives a model the same actions as an agent: list, search, read, wait, send, reply, drafts,\n' +
    'threads, quota and policy. The key decides which mailboxes it can access and which sends need\n' +
    'approval; the model can never approve. For inbound messages that are quarantined, blocked or not\n' +
    'scanned yet, the model sees the sender and the reason but no text, unless you pass\n' +
    '--show-quarantined. An MCP client starts this command; --config prints the entry for its\n' +
    'settings.',
  flags: {
    mailbox: mailboxFlag,
    config: flag('--config', "Print the entry for an MCP client's settings, then exit."),
    showQuarantined: flag('--show-quarantined', 'Also show the model the text of held messages.'),
    anyKey: flag('--any-key', 'Accept an admin key, whose sends are never held for review.'),
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail mcp --profile helper --config',
      about: "print the entry for a client's settings",
    },
    { command: 'AGENTMAIL_KEY=am_live_… agentmail mcp', about: 'serve, as a client starts it' },
  ],
  codes: ['ADMIN_KEY', 'CONTENT_WITHHELD'],
  endpoints: async () => (await import('../../shared/mcp/endpoints.ts')).ENDPOINTS,
  run: async (context, input) => {
    if (input.config) {
      await assertStarts(context, input);
      context.raw(`${JSON.stringify(await clientEntry(context, input), null, 2)}\n`);
      return 'ok';
    }
    const { world } = context;
    if (world.stdin.isTTY || !world.pipes) {
      throw new UsageError('An MCP client must start this command.', 'agentmail mcp --config');
    }
    const [{ serve }, { connectModel }] = await Promise.all([
      import('../tasks/mcp/serve.ts'),
      import('../tasks/mcp/session.ts'),
    ]);
    const { check, session } = connectModel(context, input);
    await check().catch((error: unknown) => {
      if (!(error instanceof UnreachableError)) throw error;
      context.notice(`${error.message} Tools report this until the daemon is reachable.`);
    });
    await serve({ version: world.machine.version, session }, world.pipes(), world.interrupted);
    return 'ok';
  },
});

interface ServedModel {
  readonly mailbox: string | undefined;
  readonly showQuarantined: boolean;
  readonly anyKey: boolean;
}

const MAKE_PROFILE =
  'create an agent profile: agentmail keys create --role agent --mailbox MAILBOX --save-as helper; then agentmail mcp --profile helper --config';

/** Refuses a profile with which an entry could not start. Its key is checked if the daemon answers. */
async function assertStarts(context: CommandContext, input: ServedModel): Promise<void> {
  const { credentials, profileName } = context;
  if ((await credentials.get(profileName)) === undefined) {
    throw new NoCredentialError(`Profile "${profileName}" has no key for the entry.`, MAKE_PROFILE);
  }
  const { connectModel } = await import('../tasks/mcp/session.ts');
  try {
    await connectModel(context, input).check();
  } catch (error) {
    if (error instanceof UnreachableError) context.notice(`The key is not checked: ${error.message}`);
    else throw error instanceof CommandError ? hinting(error, MAKE_PROFILE) : error;
  }
}

/** A client starts the command with its own environment, so the entry has to be complete. */
async function clientEntry(
  { home, profileName, world }: CommandContext,
  { mailbox, showQuarantined, anyKey }: ServedModel,
) {
  const [{ resolve }, { homeFolder }] = await Promise.all([
    import('node:path'),
    import('../machine/home/folder.ts'),
  ]);
  const isUsual = home.path === homeFolder(undefined, world.machine.userHome).path;
  const args = [
    ...['mcp', '--profile', profileName],
    ...(isUsual ? [] : ['--home', resolve(home.path)]),
    ...(mailbox === undefined ? [] : ['--mailbox', mailbox]),
    ...(showQuarantined ? ['--show-quarantined'] : []),
    ...(anyKey ? ['--any-key'] : []),
  ];
  const [command, ...first] = await programOf(world);
  return { mcpServers: { agentmail: { command, args: [...first, ...args] } } };
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
