import {
  Argument as CommanderArgument,
  Command as CommanderCommand,
  InvalidArgumentError,
  Option,
} from 'commander';
import type { Argument, Command, CommandGroup, Flag } from './command.ts';
import { GROUPS, HIDDEN, NOUNS } from './commands/index.ts';
import { EXITS } from './exit-codes.ts';
import { COMMON_FLAGS, INTRODUCTION, VARIABLES } from './help/common.ts';

export type Invoke = (
  command: Command,
  input: Readonly<Record<string, unknown>>,
  common: CommonFlags,
) => Promise<void>;

export interface CommonFlags {
  readonly json?: boolean;
  readonly profile?: string;
  readonly home?: string;
}

interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly width: number;
  /** Told which command's help is written. */
  readonly helped: (command: Command) => void;
}

const HELP_TITLE = 'Help:';

/**
 * Builds the parser for a command line from the declarations of the commands. Parsing never ends the process: it
 * throws.
 */
export function buildProgram(
  argv: readonly string[],
  version: string,
  streams: Streams,
  invoke: Invoke,
): CommanderCommand {
  const program = new CommanderCommand('agentmail')
    .description(INTRODUCTION)
    .version(version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show help.')
    .exitOverride()
    .configureOutput({
      writeOut: streams.out,
      writeErr: streams.error,
      getOutHelpWidth: () => streams.width,
      getErrHelpWidth: () => streams.width,
      // The caller prints the error, as text or as JSON.
      outputError: () => undefined,
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', footer());
  for (const { flags, about } of COMMON_FLAGS) program.option(flags, about);
  const nouns = new Map<string, CommanderCommand>();
  for (const command of HIDDEN)
    if (argv[0] === command.name[0]) addCommand(program, nouns, command, invoke, streams.helped);
  for (const { title, commands } of groupsFor(argv)) {
    program.commandsGroup(title);
    for (const command of commands) addCommand(program, nouns, command, invoke, streams.helped);
  }
  return program.commandsGroup(HELP_TITLE).helpCommand('help [command...]', 'Show help for a command.');
}

/** Declaring all commands takes longer than parsing: those that the words cannot mean are left out. */
function groupsFor(argv: readonly string[]): readonly CommandGroup[] {
  if (argv[0]?.startsWith('-')) return GROUPS;
  const meant = GROUPS.map(({ title, commands }) => ({
    title,
    commands: commands.filter(({ name: [first = ''] }) => argv.includes(first)),
  }));
  return meant.some(({ commands }) => commands.length > 0) ? meant : GROUPS;
}

function parentOf(command: Command, program: CommanderCommand, nouns: Map<string, CommanderCommand>) {
  let parent = program;
  command.name.slice(0, -1).forEach((_, depth) => {
    const noun = command.name.slice(0, depth + 1).join(' ');
    const known = nouns.get(noun) ?? parent.command(command.name[depth] ?? '').description(NOUNS[noun] ?? '');
    nouns.set(noun, known);
    parent = known;
  });
  return parent;
}

/** A noun may be a command too, as `review` is; what follows a verb of it is then the verb's. */
function commandOf(
  program: CommanderCommand,
  nouns: Map<string, CommanderCommand>,
  command: Command,
): CommanderCommand {
  const name = command.name.join(' ');
  const known = nouns.get(name);
  const added = known ?? parentOf(command, program, nouns).command(command.name.at(-1) ?? '');
  if (Object.hasOwn(NOUNS, name)) nouns.set(name, added.enablePositionalOptions());
  return added;
}

function addCommand(
  program: CommanderCommand,
  nouns: Map<string, CommanderCommand>,
  command: Command,
  invoke: Invoke,
  helped: Streams['helped'],
): void {
  const added = commandOf(program, nouns, command).summary(command.summary);
  added.description(
    command.description === undefined ? command.summary : `${command.summary}\n\n${command.description}`,
  );
  const inputs = Object.entries(command.arguments);
  for (const [, argument] of inputs) added.addArgument(argumentOf(argument));
  const options = Object.entries(command.flags).map(([name, flag]) => ({ name, option: optionOf(flag) }));
  for (const { option } of options) added.addOption(option);
  if (command.examples.length > 0) {
    const lines = command.examples.map((example) => `  ${example.command}\n      ${example.about}`);
    added.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  added.addHelpText('after', () => {
    helped(command);
    return '';
  });
  added.action(async () => {
    const given = added.opts();
    const input = Object.fromEntries([
      ...options.map(({ name, option }) => [name, given[option.attributeName()]]),
      ...inputs.map(([name], position) => [name, added.processedArgs[position]]),
    ]);
    await invoke(command, input, added.optsWithGlobals());
  });
}

function argumentOf({ label, about, optional, variadic }: Argument<unknown>): CommanderArgument {
  const name = variadic ? `${label}...` : label;
  return new CommanderArgument(optional ? `[${name}]` : `<${name}>`, about);
}

function optionOf(flag: Flag<unknown>): Option {
  const option = new Option(flag.flags, flag.about);
  if (flag.required) option.makeOptionMandatory();
  if (flag.choices) option.choices(flag.choices);
  // A list starts empty by itself; shown as a default it would only be noise.
  if (flag.fallback !== undefined) option.default(flag.fallback, flag.repeated ? 'none' : undefined);
  const { parse } = flag;
  if (parse) option.argParser((text) => parsed(parse, text));
  if (flag.repeated)
    option.argParser((text, previous: unknown) => [...(Array.isArray(previous) ? previous : []), text]);
  return option;
}

function parsed(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof TypeError ? error.message : String(error));
  }
}

function footer(): string {
  const rows = Object.values(EXITS).map(({ code, meaning }) => `  ${code}  ${meaning}`);
  return `
Exit codes:
${rows.join('\n')}

Environment:
${VARIABLES.map(({ name, about }) => `  ${name.padEnd(14)}  ${about}`).join('\n')}

Output is JSON when stdout is not a terminal. Start with: agentmail up`;
}
