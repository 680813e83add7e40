import { CommanderError } from 'commander';
import type { Command } from './command.ts';
import { ENTRIES, NOUNS } from './commands/entries.ts';
import { loadGroups } from './entry.ts';
import { CommandError } from './errors.ts';
import { EXITS, type ExitName, INTERRUPTED } from './exit-codes.ts';
import { createOutput, type Output, wantsJson } from './output.ts';
import { buildProgram, type CommonFlags } from './program.ts';
import type { World } from './world.ts';

const DEFAULT_WIDTH = 80;

/** Runs one command line, `argv` without node and script, and tells the exit code. Throws nothing. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  const output = createOutput(world, wantsJson(argv, world));
  let exit: ExitName = 'ok';
  let helped: Command | undefined;
  const width = world.stdout.columns ?? DEFAULT_WIDTH;
  const program = await buildProgram(
    argv,
    world.machine.version,
    {
      out: (text) => world.stdout.write(text),
      error: (text) => output.say(text.trimEnd()),
      width,
      helped: (command) => {
        helped = command;
      },
    },
    async (command, input, common) => {
      exit = await execute(command, input, common, world, output);
    },
  );
  try {
    await program.parseAsync(asHelpFlag(argv), { from: 'user' });
    return EXITS[exit].code;
  } catch (error) {
    if (helped && error instanceof CommanderError && error.exitCode === 0) {
      const { outcomeSections } = await import('./help/sections.ts');
      world.stdout.write(await outcomeSections(helped, width));
    }
    return tell(error, world, output);
  }
}

/** `help` before a command is `--help` after it, at any depth. */
function asHelpFlag(argv: readonly string[]): readonly string[] {
  const [first, ...words] = argv;
  return first === 'help' && words.length > 0 && !words[0]?.startsWith('-') ? [...words, '--help'] : argv;
}

async function execute(
  command: Command,
  input: Readonly<Record<string, unknown>>,
  common: CommonFlags,
  world: World,
  output: Output,
): Promise<ExitName> {
  const { createContext } = await import('./create-context.ts');
  const outcome = await command.execute(
    await createContext(world, output, common, {
      run,
      tree: async () => ({ groups: await loadGroups(ENTRIES), nouns: NOUNS }),
    }),
    input,
  );
  if (typeof outcome === 'string') return outcome;
  await output.result(outcome.data, outcome.document, outcome.long);
  return outcome.exit;
}

async function tell(error: unknown, world: World, output: Output): Promise<number> {
  if (error instanceof CommanderError) return tellUsage(error, output);
  if (world.interrupted.aborted) return INTERRUPTED;
  const known =
    error instanceof CommandError
      ? error
      : new CommandError(`agentmail failed: ${error instanceof Error ? error.message : String(error)}`, {
          exit: 'internal',
          code: 'INTERNAL',
          details: world.env.AGENTMAIL_DEBUG && error instanceof Error ? { stack: error.stack } : undefined,
          hint: world.env.AGENTMAIL_DEBUG ? undefined : 'AGENTMAIL_DEBUG=1 shows where',
        });
  await output.failure(known);
  return EXITS[known.failure.exit].code;
}

/** Help and version end a parse like an error does, with exit code 0; a noun alone shows its help. */
async function tellUsage(error: CommanderError, output: Output): Promise<number> {
  if (error.exitCode === 0) return EXITS.ok.code;
  const message =
    error.code === 'commander.help'
      ? 'A command is missing; --help lists them.'
      : error.message.replace(/^error: /, '');
  await output.failure(new CommandError(message, { exit: 'usage', code: 'USAGE', hint: 'see --help' }));
  return EXITS.usage.code;
}
