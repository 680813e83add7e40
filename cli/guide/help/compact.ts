import { type Command, type CommandTree, takenBy } from '../../command.ts';
import type { Flag } from '../../input/options/flag.ts';
import { exitMeanings } from '../../machine/exit-codes.ts';
import { COMMON_FLAGS } from './common.ts';

/** The command tree for a reader with little room, such as a model. */
export interface CompactTree {
  readonly version: string;
  /** How the rest is to be read. */
  readonly reading: string;
  readonly common_flags: string;
  readonly exit_codes: Readonly<Record<string, string>>;
  /** By noun, then by verb; commands of one word have the noun ''. */
  readonly commands: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const READING =
  'commands[NOUN][VERB] is "ARGUMENTS FLAGS | summary": <X> is required, [X] optional, FLAG= takes a value. More: agentmail commands ' +
  'WORDS --json, agentmail errors CODE.';

/** Under 20 KB for the whole tree: names and flags are whole, summaries end with their first clause. */
export function compactTree({ groups }: CommandTree, version: string, words: readonly string[]): CompactTree {
  const isMeant = ({ name }: Command) => words.every((word, position) => name[position] === word);
  const commands: Record<string, Record<string, string>> = {};
  for (const command of groups.flatMap((group) => group.commands).filter(isMeant)) {
    const noun = command.name.slice(0, -1).join(' ');
    commands[noun] = { ...commands[noun], [command.name.at(-1) ?? '']: compactLine(command) };
  }
  return {
    version,
    reading: READING,
    common_flags: COMMON_FLAGS.map(compactFlag).join(' '),
    exit_codes: exitMeanings(),
    commands,
  };
}

function compactLine(command: Command): string {
  return [`${usageOf(command)} |`.trimStart(), firstClause(command.summary)].join(' ');
}

/** The arguments and flags of a command, as `<NAME> --guarded --languages=`. */
export function usageOf(command: Pick<Command, 'arguments' | 'flags'>): string {
  const flags = Object.values(command.flags).filter(({ hidden }) => !hidden);
  return [takenBy(command), ...flags.map(compactFlag)].join(' ').trim();
}

/** The long form of a flag; `=` says that it takes a value. */
function compactFlag({ flags }: Pick<Flag<unknown>, 'flags'>): string {
  const [, long = flags, value] = /(--[\w-]+)(?: ([<[].*))?$/.exec(flags) ?? [];
  return value === undefined ? long : `${long}${value.startsWith('[') ? '[=]' : '='}`;
}

function firstClause(summary: string): string {
  return summary.replace(/(?:[,;:] |\.$).*$/, '');
}
