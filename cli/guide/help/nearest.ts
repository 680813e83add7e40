import type { CommandTree } from '../../command.ts';
import { typosBetween } from '../../input/options/typos.ts';
import { placeOf } from '../completion/place.ts';

/** Maximum typing errors in a word. */
const MOST_TYPOS = 2;
const SHOWN = 3;

/** Commands of other tools, by the equivalent one here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  start: 'up',
  run: 'up',
  init: 'up',
  stop: 'down',
  ls: 'inbox',
  list: 'inbox',
  version: '--version',
  rm: 'messages delete',
  delete: 'messages delete',
  get: 'messages show',
};
/** As `OTHER_NAMES`, for verbs of a noun, as in `mailboxes rm`. */
const OTHER_VERBS: Readonly<Record<string, string>> = {
  ls: 'list',
  rm: 'delete',
  get: 'show',
  new: 'create',
};

/** Unknown words of a command line, if any. */
export function unknownWords(tree: CommandTree, argv: readonly string[]): readonly string[] | undefined {
  const { path, command, positional } = placeOf(tree, argv);
  return command === undefined && positional.length > 0 ? [...path, ...positional] : undefined;
}

/** Commands close to unknown words: with typing errors, or in another order. */
export function nearestCommands({ groups }: CommandTree, words: readonly string[]): readonly string[] {
  const [first = '', verb = ''] = words;
  const other = words.length === 1 && Object.hasOwn(OTHER_NAMES, first) ? OTHER_NAMES[first] : undefined;
  if (other !== undefined) return [`agentmail ${other}`];
  if (Object.hasOwn(OTHER_VERBS, verb)) {
    const name = `${first} ${OTHER_VERBS[verb]}`;
    if (groups.some(({ commands }) => commands.some((each) => each.name.join(' ') === name)))
      return [`agentmail ${name}`];
  }
  const typed = words.slice(0, 2).flatMap((word) => word.toLowerCase().split(/[-:_]/));
  const ranked = groups
    .flatMap(({ commands }) => commands)
    .map(({ name }) => ({ command: `agentmail ${name.join(' ')}`, far: distance(typed, name) }))
    .filter(({ far }) => Number.isFinite(far))
    .sort((one, other) => one.far - other.far);
  const best = ranked.filter(({ far }) => far === ranked[0]?.far);
  // Too many matches only mean that the noun was right.
  return best.length > SHOWN ? [] : best.map(({ command }) => command);
}

/** Total typing errors, plus half for each extra word; infinite for another command. */
function distance(typed: readonly string[], name: readonly string[]): number {
  const left = name.flatMap((word) => word.split('-'));
  const words = left.length;
  let typos = 0;
  let matched = 0;
  for (const word of typed) {
    const distances = left.map((each) => typosBetween(word, each));
    const least = Math.min(...distances);
    if (least > Math.min(MOST_TYPOS, word.length / 2)) continue;
    left.splice(distances.indexOf(least), 1);
    typos += least;
    matched += 1;
  }
  return matched === 0
    ? Number.POSITIVE_INFINITY
    : typos + (typed.length - matched) * 2 + (words - matched) / 2;
}
