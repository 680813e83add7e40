import type { CommandTree } from '../command.ts';
import { INTRODUCTION } from './common.ts';
import { type CommandRow, describeErrors, describeTree } from './tree.ts';

/** The manual page of the command line, in the language of man. It is made when the package is built. */
export async function manPage(tree: CommandTree, version: string): Promise<string> {
  const { common_flags, variables, exit_codes, commands } = await describeTree(tree);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return page('AGENTMAIL', version, [
    ...section('NAME', [`agentmail \\- ${roff(INTRODUCTION)}`]),
    ...section('SYNOPSIS', ['.B agentmail', '.I COMMAND', '[options] [arguments]']),
    ...section(
      'DESCRIPTION',
      DESCRIPTION.flatMap((text) => ['.PP', line(text)]),
    ),
    ...section(
      'OPTIONS',
      common_flags.flatMap(({ flags, about }) => tagged(flags, about)),
    ),
    ...groups.flatMap((group) => [
      ...section(group.toUpperCase(), []),
      ...commands.filter((each) => each.group === group).flatMap(describe),
    ]),
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
    ...section(
      'ERRORS',
      describeErrors().flatMap(({ code, message, hint }) =>
        tagged(code, hint === null ? message : `${message} What helps: ${hint}`),
      ),
    ),
    ...section('SEE ALSO', ['.BR agentmaild (1)']),
  ]);
}

/** The manual page of the daemon's program: what it prints for --help. */
export function daemonManPage(usage: string, version: string): string {
  return page('AGENTMAILD', version, [
    ...section('NAME', ['agentmaild \\- the email service that agentmail talks to']),
    ...section('DESCRIPTION', ['.EX', ...usage.split('\n').map(line), '.EE']),
    ...section('SEE ALSO', ['.BR agentmail (1)']),
  ]);
}

const DESCRIPTION = [
  'agentmail drives every part of an email service for AI agents. "agentmail up" starts the service; it keeps everything in one folder, and no mail leaves the machine before its owner says how.',
  'What a command finds goes to stdout, what it says goes to stderr. Output is JSON with --json, or when stdout is no terminal; errors are then one JSON object on stderr. Nothing is asked without a terminal.',
] as const;

const FILES = [
  ['~/.agentmail', 'home folder: database, log, token of the owner'],
  ['~/.agentmail/profiles.json', 'profiles; agentmail profiles and agentmail config change it'],
  ['~/.agentmail/credentials.json', 'API keys, where the machine has no keychain'],
  ['~/.agentmail/backups', 'what agentmail backup made'],
] as const;

function page(title: string, version: string, lines: readonly string[]): string {
  return `.TH ${title} 1 "" "agentmail ${roff(version)}" "agentmail"\n.nh\n.ad l\n${lines.join('\n')}\n`;
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
    ...taken.flatMap(({ name, about }) => tagged(name, about)),
    ...flags.flatMap(({ flags: written, about, choices }) =>
      tagged(written, choices === null ? about : `${about} One of: ${choices.join(', ')}.`),
    ),
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

function tagged(tag: string, text: string): string[] {
  return ['.TP', `.B ${line(tag)}`, line(text)];
}

/** A line of text: one that begins like a request is none. */
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
