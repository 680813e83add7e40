import type { Command, CommandTree } from '../../command.ts';
import type { Argument, Flag } from '../../input/options/flag.ts';
import { COMMON_FLAGS } from '../help/common.ts';

/** Name and value of a flag, parsed from its declaration. */
export interface KnownFlag {
  /** As `-m` and `--mailbox`, after earlier names. */
  readonly names: readonly string[];
  readonly about: string;
  /** Placeholder of its value, as `MAILBOX`; undefined when it takes none or needs none. */
  readonly takes: string | undefined;
  readonly choices: readonly string[];
  readonly repeated: boolean;
}

/** Position in a command line. */
export interface LinePlace {
  /** The words of the command so far. */
  readonly path: readonly string[];
  /** The command of the path, if it's complete. */
  readonly command: Command | undefined;
  readonly flags: readonly KnownFlag[];
  /** Names of given flags. */
  readonly given: ReadonlySet<string>;
  /** Values of given flags, by the flag's last name. */
  readonly values: Readonly<Record<string, string>>;
  /** Arguments so far. */
  readonly positional: readonly string[];
  /** The flag whose value is being typed. */
  readonly flag: KnownFlag | undefined;
  /** After `--` all words are arguments. */
  readonly flagsOver: boolean;
}

const HELP: KnownFlag = {
  names: ['-h', '--help'],
  about: 'Show help.',
  takes: undefined,
  choices: [],
  repeated: false,
};

export function knownFlag({ flags, about, choices = [], repeated, old = [] }: Flag<unknown>): KnownFlag {
  const earlier = old.filter(({ means }) => typeof means !== 'string').flatMap((each) => namesIn(each.flags));
  const names = [...earlier, ...namesIn(flags)];
  return { names, about, takes: /<(.+)>/.exec(flags)?.[1], choices, repeated: repeated ?? false };
}

function namesIn(flags: string): readonly string[] {
  return flags.match(/(?<=^|[\s,])--?[\w-]+/g) ?? [];
}

function shownFlags(command: Command | undefined): readonly Flag<unknown>[] {
  return Object.values(command?.flags ?? {}).filter(({ hidden }) => !hidden);
}

/** Flags that every command has. */
const SHARED: readonly KnownFlag[] = [...COMMON_FLAGS.map(knownFlag), HELP];

/** Before the first word. */
const BEGINNING: LinePlace = {
  path: [],
  command: undefined,
  flags: SHARED,
  given: new Set(),
  values: {},
  positional: [],
  flag: undefined,
  flagsOver: false,
};

/** Parses the complete words of a command line. */
export function placeOf(tree: CommandTree, words: readonly string[]): LinePlace {
  return words.reduce((place, word) => afterWord(tree, place, word), BEGINNING);
}

function afterWord(tree: CommandTree, place: LinePlace, word: string): LinePlace {
  const { path, positional, flag, flagsOver } = place;
  if (flag) return { ...withValue(place, flag.names.at(-1) ?? '', word), flag: undefined };
  if (!flagsOver && word === '--') return { ...place, flagsOver: true };
  if (!flagsOver && /^-./.test(word)) return afterFlag(place, word);
  if (positional.length === 0 && nextWords(tree, path).has(word)) return afterName(tree, place, word);
  // Before a command it requests its help.
  if (word === 'help' && path.length === 0) return place;
  return { ...place, positional: [...positional, word] };
}

/** After a flag, which may carry its value: `--mailbox`, `--mailbox=helper`. */
function afterFlag(place: LinePlace, word: string): LinePlace {
  const [name = '', ...rest] = word.split('=');
  const flag = place.flags.find(({ names }) => names.includes(name));
  const given = new Set([...place.given, ...(flag?.names ?? [])]);
  if (rest.length > 0) return { ...withValue(place, flag?.names.at(-1) ?? name, rest.join('=')), given };
  return { ...place, given, flag: flag?.takes === undefined ? undefined : flag };
}

/** After another word of the command's name. */
function afterName({ groups }: CommandTree, place: LinePlace, word: string): LinePlace {
  const path = [...place.path, word];
  const commands = groups.flatMap((group) => group.commands);
  const command = commands.find(({ name }) => name.join(' ') === path.join(' '));
  return {
    ...place,
    path,
    command,
    flags: [...shownFlags(command).map(knownFlag), ...SHARED],
  };
}

function withValue(place: LinePlace, name: string, value: string): LinePlace {
  return { ...place, values: { ...place.values, [name]: value } };
}

/** Words that can follow in a command's name, with descriptions. */
export function nextWords({ groups, nouns }: CommandTree, path: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, summary } of groups.flatMap(({ commands }) => commands)) {
    const word = name[path.length];
    if (word === undefined || !path.every((each, position) => name[position] === each)) continue;
    const noun = nouns[[...path, word].join(' ')];
    if (!found.has(word) || name.length === path.length + 1) {
      found.set(word, name.length === path.length + 1 ? summary : (noun ?? ''));
    }
  }
  return found;
}

/** The next argument. */
export function nextArgument({ command, positional }: LinePlace): Argument<unknown> | undefined {
  const all = Object.values(command?.arguments ?? {});
  const last = all.at(-1);
  return all[positional.length] ?? (last?.variadic ? last : undefined);
}
