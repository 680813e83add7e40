import {
  type Argument as CommanderArgument,
  Command as CommanderCommand,
  Help,
  type Option,
} from 'commander';
import type { Command } from './command.ts';
import { ENTRIES, NOUNS } from './commands/entries.ts';
import { type CommandEntry, HIDDEN_TITLE } from './guide/entry.ts';
import { COMMON_FLAGS, INTRODUCTION, VARIABLES } from './guide/help/common.ts';
import type { Values } from './input/options/flag.ts';
import { argumentOf, assertOneOf, givenTwice, optionsOf } from './input/options/parser.ts';
import { EXITS } from './machine/exit-codes.ts';

/** A command with its values, as the parser found it on the line. */
export interface Invocation {
  readonly command: Command;
  readonly input: Values;
  readonly common: CommonFlags;
}

/** Values of the flags that every command takes. */
export interface CommonFlags {
  readonly json?: boolean;
  readonly profile?: string;
  readonly home?: string;
}

interface ParserOutput {
  readonly version: string;
  /** Of the terminal, in columns. */
  readonly width: number;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Called with the command whose help is written. */
  readonly helped: (command: Command) => void;
  readonly invoke: (invocation: Invocation) => Promise<void>;
}

/** The parser, and its nouns by their words. */
interface Parser {
  readonly program: CommanderCommand;
  readonly nouns: Map<string, CommanderCommand>;
}

const HELP_TITLE = 'Help:';
/** Of a line in a paragraph, which is wrapped anew. */
const LINE_END = /(?<!\n)\n(?!\n)/g;

/**
 * Builds the parser for a command line from the declarations of the commands. Parsing never ends the process:
 * it throws.
 */
export async function buildProgram(argv: readonly string[], output: ParserOutput): Promise<CommanderCommand> {
  const program = new CommanderCommand('agentmail')
    .description(INTRODUCTION)
    .version(output.version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show help.')
    .exitOverride()
    .configureOutput({
      writeOut: output.out,
      writeErr: output.error,
      getOutHelpWidth: () => output.width,
      getErrHelpWidth: () => output.width,
      // The caller prints the error, as text or as JSON.
      outputError: () => undefined,
    })
    .configureHelp({
      showGlobalOptions: true,
      // That a command has options is no news.
      subcommandTerm: (each) => [each.name(), ...each.registeredArguments.map(humanForm)].join(' '),
      // A flag that is not given is off, and a list empty; other defaults are in the words.
      optionDescription: withChoices,
      argumentDescription: withChoices,
      visibleGlobalOptions,
    })
    .addHelpText('after', footer());
  for (const common of COMMON_FLAGS) for (const option of optionsOf(common)) program.addOption(option);
  const parser: Parser = { program, nouns: new Map() };
  const meant = await meantBy(argv);
  for (const { title, entries } of ENTRIES) {
    program.commandsGroup(title);
    for (const entry of entries) {
      const command = meant.get(entry);
      if (command) addCommand(parser, command, output);
      else if (meant.size === 0 && title !== HIDDEN_TITLE) addName(parser, entry);
    }
  }
  return program.commandsGroup(HELP_TITLE).helpCommand('help [command...]', 'Show help for a command.');
}

/** Loading and declaring all commands takes longer than parsing: only those that the words can mean are. */
async function meantBy(argv: readonly string[]): Promise<Map<CommandEntry, Command>> {
  const possible = ENTRIES.flatMap(({ title, entries }) => {
    const words = title === HIDDEN_TITLE ? argv.slice(0, 1) : argv;
    return entries.filter(({ name: [first = ''] }) => words.includes(first));
  });
  return new Map(await Promise.all(possible.map(async (entry) => [entry, await entry.load()] as const)));
}

/** When no word is a command, nothing but the list of all can be asked for. */
function addName(parser: Parser, entry: CommandEntry): void {
  const { program, nouns } = parser;
  const [first = ''] = entry.name;
  if (entry.name.length === 1) {
    const added = commandOf(parser, entry).summary(entry.summary);
    if (entry.takes !== '') added.arguments(entry.takes);
  } else if (!nouns.has(first)) nouns.set(first, program.command(first).description(NOUNS[first] ?? ''));
}

function nounCommand(parent: CommanderCommand, word: string, about: string): CommanderCommand {
  return withHelpCommand(parent.command(word).description(about));
}

function withHelpCommand(noun: CommanderCommand): CommanderCommand {
  return noun.helpCommand('help [command]', 'Show help for a command.');
}

function parentOf({ program, nouns }: Parser, command: Pick<Command, 'name'>): CommanderCommand {
  let parent = program;
  command.name.slice(0, -1).forEach((_, depth) => {
    const noun = command.name.slice(0, depth + 1).join(' ');
    const known = nouns.get(noun) ?? nounCommand(parent, command.name[depth] ?? '', NOUNS[noun] ?? '');
    nouns.set(noun, known);
    parent = known;
  });
  return parent;
}

/** A noun may be a command too, as `review` is; what follows a verb of it is then the verb's. */
function commandOf(parser: Parser, command: Pick<Command, 'name'>): CommanderCommand {
  const { nouns } = parser;
  const name = command.name.join(' ');
  const known = nouns.get(name);
  const added = known ?? parentOf(parser, command).command(command.name.at(-1) ?? '');
  if (Object.hasOwn(NOUNS, name)) nouns.set(name, withHelpCommand(added.enablePositionalOptions()));
  return added;
}

function addCommand(parser: Parser, command: Command, { helped, invoke }: ParserOutput): void {
  const added = commandOf(parser, command).summary(command.summary);
  added.description(
    command.description === undefined
      ? command.summary
      : `${command.summary}\n\n${command.description.replaceAll(LINE_END, ' ')}`,
  );
  if (command.takesAllFlags) added.allowUnknownOption();
  const inputs = Object.entries(command.arguments);
  for (const [, argument] of inputs) added.addArgument(argumentOf(argument));
  const options = Object.entries(command.flags).map(([name, flag]) => {
    const [option, ...old] = optionsOf(flag);
    for (const each of [option, ...old]) added.addOption(each);
    return { name, option };
  });
  if (command.examples.length > 0) {
    const lines = command.examples.map((example) => `  ${example.command}\n      ${example.about}`);
    added.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
  added.addHelpText('after', () => {
    helped(command);
    return '';
  });
  added.action(async () => {
    // A noun that is a command takes flags of its verbs too, and reads them wherever they stand.
    for (const { option } of options) assertGivenOnce(added, option);
    const input = Object.fromEntries([
      ...options.map(({ name, option }) => [name, typedValue(added, option)]),
      ...inputs.map(([name], position) => [name, added.processedArgs[position]]),
    ]);
    await invoke({ command, input: assertOneOf(command, input), common: added.optsWithGlobals() });
  });
}

/** The flags of the program and of nouns; those that the command has itself are shown as its own. */
function visibleGlobalOptions(this: Help, command: CommanderCommand): Option[] {
  const own = new Set(this.visibleOptions(command).map(({ flags }) => flags));
  return Help.prototype.visibleGlobalOptions.call(this, command).filter(({ flags }) => !own.has(flags));
}

/** A switch names its choices itself, as `<on|off>`. */
function withChoices(taken: Option | CommanderArgument): string {
  const { description, argChoices: choices } = taken;
  const written = 'flags' in taken ? taken.flags : taken.name();
  return choices && !written.includes(choices.join('|'))
    ? `${description} (one of: ${choices.join(', ')})`
    : description;
}

const humanForm = (argument: CommanderArgument) => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
};

/** The value that was typed, for the command or its noun; else the fallback. */
function typedValue(command: CommanderCommand, option: Option): unknown {
  const name = option.attributeName();
  let typed: CommanderCommand | null = command;
  while (typed && typed.getOptionValueSource(name) !== 'cli') typed = typed.parent;
  return (typed ?? command).getOptionValue(name);
}

/** A flag of a noun and the same flag of its verb are one to the person who types them. */
function assertGivenOnce(command: CommanderCommand, option: Option): void {
  const name = option.attributeName();
  const isGiven = (each: CommanderCommand) => each.getOptionValueSource(name) === 'cli';
  if (option.isBoolean() || !isGiven(command)) return;
  for (let noun = command.parent; noun?.parent; noun = noun.parent) {
    if (isGiven(noun)) throw givenTwice(option);
  }
}

function footer(): string {
  const rows = Object.values(EXITS).map(({ code, meaning }) => `  ${code}  ${meaning}`);
  return `
Exit codes:
${rows.join('\n')}

Environment:
${VARIABLES.map(({ name, about }) => `  ${name.padEnd(24)}  ${about}`).join('\n')}

Output is JSON when stdout is not a terminal. Start with: agentmail up`;
}
