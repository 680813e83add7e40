import type { CommandTree } from '../../command.ts';
import { INTRODUCTION } from './common.ts';
import { type CommandRow, describeErrors, describeTree } from './tree.ts';

/** Manual pages by file name, in roff. */
export type ManPages = Readonly<Record<string, string>>;

/** An overview, a page per first word of the commands (`agentmail-send.1`), and the error codes. */
export async function manPages(tree: CommandTree, version: string): Promise<ManPages> {
  const described = await describeTree(tree);
  const words = [...new Set(described.commands.map(({ command }) => firstWord(command)))];
  return {
    'agentmail.1': page('AGENTMAIL(1)', version, overview(described)),
    ...Object.fromEntries(
      words.map((word) => [
        `agentmail-${word}.1`,
        page(`AGENTMAIL-${word.toUpperCase()}(1)`, version, wordPage(word, described)),
      ]),
    ),
    'agentmail-errors.7': page('AGENTMAIL-ERRORS(7)', version, errorCodes()),
  };
}

type DescribedTree = Awaited<ReturnType<typeof describeTree>>;

function overview({ common_flags, variables, exit_codes, commands, nouns }: DescribedTree): string[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return [
    ...section('NAME', [`agentmail \\- ${roff(INTRODUCTION)}`]),
    ...section('SYNOPSIS', ['.B agentmail', '.I COMMAND', '[options] [arguments]']),
    ...section(
      'DESCRIPTION',
      DESCRIPTION.flatMap((text) => ['.PP', line(text)]),
    ),
    ...groups.flatMap((group) => {
      const words = new Set(commands.filter((each) => each.group === group).map(byFirstWord));
      return section(
        group.toUpperCase(),
        [...words].flatMap((word) => [
          '.TP',
          `.BR agentmail\\-${roff(word)} (1)`,
          line(aboutWord(word, { commands, nouns })),
        ]),
      );
    }),
    ...section(
      'OPTIONS',
      common_flags.flatMap(({ flags, about }) => tagged(flags, about)),
    ),
    ...section(
      'EXIT STATUS',
      exit_codes.flatMap(({ code, meaning }) => tagged(String(code), meaning)),
    ),
    ...section(
      'ENVIRONMENT',
      variables.flatMap(({ name, about }) => tagged(name, about)),
    ),
    ...section(
      'FILES',
      FILES.flatMap(([name, about]) => tagged(name, about)),
    ),
    ...section('SEE ALSO', ['.BR agentmaild (1),', '.BR agentmail\\-errors (7)']),
  ];
}

/** The command of this name, or all that begin with it. */
function wordPage(word: string, described: DescribedTree): string[] {
  const commands = described.commands.filter(({ command }) => firstWord(command) === word);
  return [
    ...section('NAME', [`agentmail\\-${roff(word)} \\- ${roff(aboutWord(word, described))}`]),
    ...section(
      'SYNOPSIS',
      commands.flatMap(({ usage }) => [`.B ${line(usage)}`, '.br']),
    ),
    ...section('COMMANDS', commands.flatMap(describe)),
    ...section('SEE ALSO', ['.BR agentmail (1),', '.BR agentmail\\-errors (7)']),
  ];
}

function errorCodes(): string[] {
  return [
    ...section('NAME', ['agentmail\\-errors \\- error codes of the API and of the command line']),
    ...section(
      'ERRORS',
      describeErrors().flatMap(({ code, message, hint }) =>
        tagged(code, hint === null ? message : `${message} Hint: ${hint}`),
      ),
    ),
    ...section('SEE ALSO', ['.BR agentmail (1)']),
  ];
}

function aboutWord(word: string, { commands, nouns }: Pick<DescribedTree, 'commands' | 'nouns'>): string {
  return commands.find(({ command }) => command === word)?.summary ?? nouns[word] ?? '';
}

function byFirstWord({ command }: CommandRow): string {
  return firstWord(command);
}

function firstWord(command: string): string {
  return command.split(' ', 1)[0] ?? command;
}

/** The manual page of the daemon's program: what it prints for --help. */
export function daemonManPage(usage: string, version: string): string {
  return page('AGENTMAILD(1)', version, [
    ...section('NAME', ['agentmaild \\- the email service that agentmail talks to']),
    ...section('DESCRIPTION', ['.EX', ...usage.split('\n').map(line), '.EE']),
    ...section('SEE ALSO', ['.BR agentmail (1)']),
  ]);
}

const DESCRIPTION = [
  'agentmail drives every part of an email service for AI agents. "agentmail up" starts the service. It keeps everything in one folder, and no mail leaves the machine until you choose a transport.',
  'Results go to stdout, messages to stderr. Output is JSON with --json or when stdout is not a terminal; an error is then one JSON object on stderr. Without a terminal, agentmail never prompts.',
] as const;

const FILES = [
  ['~/.agentmail', 'home folder: database, log and operator token'],
  ['~/.agentmail/profiles.json', 'profiles; change them with agentmail profiles and agentmail config'],
  ['~/.agentmail/credentials.json', 'API keys, on machines without a keychain'],
  ['~/.agentmail/backups', 'backups created by agentmail backup'],
] as const;

/** `title` as `AGENTMAIL(1)`. */
function page(title: string, version: string, lines: readonly string[]): string {
  const [name = '', number = ''] = title.split(/[()]/);
  return `.TH ${roff(name)} ${number} "" "agentmail ${roff(version)}" "agentmail"\n.nh\n.ad l\n${lines.join('\n')}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return [`.SH "${roff(title)}"`, ...lines];
}

function describe({
  command,
  usage,
  summary,
  description,
  flags,
  arguments: taken,
  examples,
  exit_codes,
}: CommandRow) {
  return [
    `.SS "${roff(command)}"`,
    `.B ${line(usage)}`,
    '.PP',
    line(description === null ? summary : `${summary} ${description}`),
    ...taken.flatMap(({ name, about, choices }) => tagged(name, withChoices(about, choices))),
    ...flags.flatMap(({ flags: written, about, choices }) => tagged(written, withChoices(about, choices))),
    '.PP',
    `Exit codes: ${exit_codes.join(', ')}.`,
    ...examples.flatMap((each) => [
      '.PP',
      `${line(each.about)}:`,
      '.PP',
      '.EX',
      `    ${roff(each.command)}`,
      '.EE',
    ]),
  ];
}

function withChoices(about: string, choices: readonly string[] | null): string {
  return choices === null ? about : `${about} One of: ${choices.join(', ')}.`;
}

function tagged(tag: string, text: string): string[] {
  return ['.TP', `.B ${line(tag)}`, line(text)];
}

/** A line of text. `\&` keeps one that begins like a request from being read as one. */
function line(text: string): string {
  const safe = roff(text);
  return /^[.']/.test(safe) ? `\\&${safe}` : safe;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  '"': '\\(dq',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '…': '\\[u2026]',
};

function roff(text: string): string {
  return text.replace(/[\\\-"'`^~…]/g, (character) => ESCAPES[character] ?? character).replaceAll('\n', ' ');
}
