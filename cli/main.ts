import { CommanderError } from 'commander';
import type { Command, CommandTree } from './command.ts';
import { ENTRIES, NOUNS } from './commands/entries.ts';
import type { CommandContext } from './context.ts';
import { CommandError, type CommandFailure } from './errors.ts';
import { loadGroups } from './guide/entry.ts';
import type { Values } from './input/options/flag.ts';
import { EXITS, type ExitName, INTERRUPTED } from './machine/exit-codes.ts';
import { sysexitOf } from './machine/sysexits.ts';
import type { World } from './machine/world.ts';
import { createOutput, type Output, wantsJson } from './output/output.ts';
import { buildProgram, type Invocation } from './program.ts';

const DEFAULT_WIDTH = 80;

/** Runs a command line, `typed` without node and script, and returns its exit code. Never throws. */
export async function run(typed: readonly string[], world: World): Promise<number> {
  const argv = asHelpFlag(typed);
  // Callers of sendmail log a line, not JSON.
  const isJson = argv.includes('--json') || !isSendmail(argv);
  const output = createOutput(world, isJson && wantsJson(argv, world));
  let exit: ExitName = 'ok';
  let exitOf: ExitCodes = ownExitOf;
  let helped: Command | undefined;
  let written = '';
  const width = world.stdout.columns ?? DEFAULT_WIDTH;
  const program = await buildProgram(argv, {
    version: world.machine.version,
    width,
    out: (text) => {
      written += text;
    },
    error: (text) => output.say(text.trimEnd()),
    helped: (command) => {
      helped = command;
    },
    invoke: async (invocation) => {
      if (invocation.command.takesAllFlags) exitOf = sysexitOf;
      exit = await execute(invocation, world, output);
    },
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitOf({ exit });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const failure = await tell(error, world, output);
      return failure ? exitOf(failure) : INTERRUPTED;
    }
    if (error.exitCode !== 0) return tellUsage(error, argv, output);
    return tellHelp({ written, helped, argv, width }, world, output);
  }
}

async function tree(words?: readonly string[]): Promise<CommandTree> {
  return { groups: await loadGroups(ENTRIES, words), nouns: NOUNS };
}

/** Whether the command is `sendmail`, behind common flags. */
function isSendmail(argv: readonly string[]): boolean {
  let at = 0;
  while (argv[at]?.startsWith('--')) at += argv[at] === '--json' || argv[at]?.includes('=') ? 1 : 2;
  return argv[at] === 'sendmail';
}

type ExitCodes = (outcome: { readonly exit: ExitName; readonly code?: string }) => number;

const ownExitOf: ExitCodes = ({ exit }) => EXITS[exit].code;

/** Rewrites `help` before a command, or after a noun, and no words at all as `--help`. */
function asHelpFlag(argv: readonly string[]): readonly string[] {
  if (argv.length === 0) return ['--help'];
  const at = argv.indexOf('help');
  const [noun, words] = [argv.slice(0, at), argv.slice(at + 1)];
  if (at > 0) return Object.hasOwn(NOUNS, noun.join(' ')) ? [...noun, ...words, '--help'] : argv;
  return at === 0 && words.length > 0 && !words[0]?.startsWith('-') ? [...words, '--help'] : argv;
}

async function execute(
  { command, input, common }: Invocation,
  world: World,
  output: Output,
): Promise<ExitName> {
  const { createContext } = await import('./create-context.ts');
  const context = await createContext(world, output, { ...common, run, tree });
  const outcome = await resolved(command, context, input)
    .then((values) => command.execute(context, values))
    .catch(async (error: unknown) => {
      const [{ withNextStep }, { withMailboxNames }] = await Promise.all([
        import('./guide/help/next-step.ts'),
        import('./input/lookups/mailbox.ts'),
      ]);
      throw withNextStep(await withMailboxNames(context, error, input.mailbox), command, ENTRIES);
    });
  if (typeof outcome === 'string') return outcome;
  await output.result(outcome.data, outcome.document, outcome.long);
  return outcome.exit;
}

/** The input with the values that take more than their text; those that complete it come last. */
async function resolved(command: Command, context: CommandContext, input: Values): Promise<Values> {
  const values = { ...input };
  for (const [name, { resolve }] of Object.entries({ ...command.flags, ...command.arguments })) {
    const given = input[name];
    const one = async (text: unknown) =>
      resolve && typeof text === 'string' ? resolve(context, text, values) : text;
    values[name] = Array.isArray(given) ? await Promise.all(given.map(one)) : await one(given);
  }
  for (const [name, { complete }] of Object.entries(command.flags)) {
    if (complete) values[name] = await complete(context, input[name] as string | undefined);
  }
  return values;
}

/** Tells of a failure; null when the person interrupted the command. */
async function tell(error: unknown, world: World, output: Output): Promise<CommandFailure | null> {
  if (world.interrupted.aborted) return null;
  const { noAccess } = await import('./machine/home/read-file.ts');
  const known =
    error instanceof CommandError
      ? error
      : (noAccess(error) ??
        new CommandError(`agentmail failed: ${error instanceof Error ? error.message : String(error)}`, {
          exit: 'internal',
          code: 'INTERNAL',
          details: world.env.AGENTMAIL_DEBUG && error instanceof Error ? { stack: error.stack } : undefined,
          hint: world.env.AGENTMAIL_DEBUG ? undefined : 'set AGENTMAIL_DEBUG=1 to see the stack trace',
        }));
  await output.failure(known);
  return known.failure;
}

interface HelpRequest {
  /** The help that the parser wrote. */
  readonly written: string;
  readonly argv: readonly string[];
  /** The command of the requested help. */
  readonly helped: Command | undefined;
  readonly width: number;
}

/** Help and version end parsing like errors, with exit code 0. */
async function tellHelp(
  { written, helped, argv, width }: HelpRequest,
  world: World,
  output: Output,
): Promise<number> {
  const words = helped || argv[0]?.startsWith('-') ? undefined : await unknownWordsOf(argv);
  if (words) return tellUsage(unknownCommand(words), argv, output);
  world.stdout.write(written);
  if (helped) {
    const { outcomeSections } = await import('./guide/help/sections.ts');
    world.stdout.write(await outcomeSections(helped, width));
  }
  return EXITS.ok.code;
}

function unknownCommand(words: readonly string[]): CommanderError {
  return new CommanderError(EXITS.usage.code, UNKNOWN_COMMAND, `unknown command '${words.join(' ')}'`);
}

async function unknownWordsOf(argv: readonly string[]): Promise<readonly string[] | undefined> {
  const { unknownWords } = await import('./guide/help/nearest.ts');
  return unknownWords(await tree(argv), argv);
}

/** A noun alone shows its help; unknown words get suggestions. */
async function tellUsage(error: CommanderError, argv: readonly string[], output: Output): Promise<number> {
  const [, message = '', meant] =
    /^(?:error: )?(.*?)(?:\s*\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? [];
  const isNoun = error.code === 'commander.help';
  const words = isNoun || error.code === UNKNOWN_COMMAND ? await unknownWordsOf(argv) : undefined;
  const nearest = words ? await nearestTo(words) : undefined;
  const next = nearest ?? (meant === undefined ? undefined : `did you mean ${meant}?`);
  await output.failure(
    new CommandError(isNoun ? 'No command given.' : message, {
      exit: 'usage',
      code: 'USAGE',
      hint: next ?? (await helpFor(argv)),
    }),
  );
  return EXITS.usage.code;
}

/** Help of the command that the line begins with. */
async function helpFor(argv: readonly string[]): Promise<string> {
  const [{ placeOf }, { helpOf }] = await Promise.all([
    import('./guide/completion/place.ts'),
    import('./guide/help/next-step.ts'),
  ]);
  return helpOf(placeOf(await tree(argv), argv).path);
}

const UNKNOWN_COMMAND = 'commander.unknownCommand';

async function nearestTo(words: readonly string[]): Promise<string | undefined> {
  const { nearestCommands } = await import('./guide/help/nearest.ts');
  const nearest = nearestCommands(await tree([]), words);
  return nearest.length > 0 ? `did you mean ${nearest.join(', or ')}?` : undefined;
}
