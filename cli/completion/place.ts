import type { Argument, Command, CommandTree, Flag } from '../command.ts';
import { COMMON_FLAGS } from '../help/common.ts';

/** What a flag is called and takes, from how it is written. */
export interface KnownFlag {
  /** As `-m` and `--mailbox`. */
  readonly names: readonly string[];
  readonly about: string;
  /** Name of its value, as `MAILBOX`; undefined when it takes none, or may stand alone. */
  readonly takes: string | undefined;
  readonly choices: readonly string[];
  readonly repeated: boolean;
}

/** Where in a command line somebody is writing. */
export interface Place {
  /** The words of the command so far. */
  readonly path: readonly string[];
  /** The command that the path names, when it is one already. */
  readonly command: Command | undefined;
  readonly flags: readonly KnownFlag[];
  /** Names of flags that were given already. */
  readonly given: ReadonlySet<string>;
  /** Values of flags that were given, by the flag's last name. */
  readonly values: Readonly<Record<string, string>>;
  /** The words of the command's arguments so far. */
  readonly positional: readonly string[];
  /** The flag whose value is being written. */
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

export function knownFlag({ flags, about, choices = [], repeated }: Omit<Flag<unknown>, 'parse'>): KnownFlag {
  const names = flags.match(/(?<=^|[\s,])--?[\w-]+/g) ?? [];
  return { names, about, takes: /<(.+)>/.exec(flags)?.[1], choices, repeated: repeated ?? false };
}

const COMMON = COMMON_FLAGS.map(knownFlag);

/** Reads the finished words of a command line. */
export function placeOf(tree: CommandTree, words: readonly string[]): Place {
  const commands = tree.groups.flatMap((group) => group.commands);
  const path: string[] = [];
  const positional: string[] = [];
  const given = new Set<string>();
  const values: Record<string, string> = {};
  let flags: readonly KnownFlag[] = [...COMMON, HELP];
  let open: KnownFlag | undefined;
  let flagsOver = false;
  const find = () => commands.find(({ name }) => name.join(' ') === path.join(' '));
  for (const word of words) {
    if (open) {
      values[open.names.at(-1) ?? ''] = word;
      open = undefined;
    } else if (!flagsOver && word === '--') flagsOver = true;
    else if (!flagsOver && /^-./.test(word)) {
      const [name = '', ...rest] = word.split('=');
      const flag = flags.find(({ names }) => names.includes(name));
      for (const each of flag?.names ?? []) given.add(each);
      if (rest.length > 0) values[flag?.names.at(-1) ?? name] = rest.join('=');
      else if (flag?.takes !== undefined) open = flag;
    } else if (positional.length === 0 && nextWords(tree, path).has(word)) {
      path.push(word);
      flags = [...Object.values(find()?.flags ?? {}).map(knownFlag), ...COMMON, HELP];
    } else if (word !== 'help' || path.length > 0) positional.push(word);
  }
  return { path, command: find(), flags, given, values, positional, flag: open, flagsOver };
}

/** The words that can follow these ones in the name of a command, with what they stand for. */
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

/** The argument that comes next. */
export function nextArgument({ command, positional }: Place): Argument<unknown> | undefined {
  const all = Object.values(command?.arguments ?? {});
  const last = all.at(-1);
  return all[positional.length] ?? (last?.variadic ? last : undefined);
}
