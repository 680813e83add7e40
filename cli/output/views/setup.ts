import {
  type Block,
  bad,
  type Cell,
  gap,
  good,
  indented,
  line,
  quiet,
  strong,
  type View,
  warning,
} from './document.ts';
import { counted } from './numbers.ts';

/** A change as it is shown: of many entries the first. */
interface ShownChange {
  readonly path: string;
  readonly action: 'create' | 'update' | 'add' | 'remove' | 'delete' | 'ask';
  readonly direction: 'tighten' | 'loosen' | 'neutral';
  readonly fields: readonly {
    readonly field: string;
    readonly before: unknown;
    readonly after: unknown;
    readonly direction: 'tighten' | 'loosen' | 'neutral';
  }[];
  readonly entries: readonly string[];
  readonly entry_count: number;
  readonly needs_person: boolean;
  readonly command: string | null;
}

export interface ShownPlan {
  readonly revision: string;
  readonly changes: readonly ShownChange[];
  /** Changes that loosen a rule. */
  readonly loosening: number;
  /** Things that the file doesn't name, which therefore stay. */
  readonly left: readonly { readonly path: string; readonly count: number; readonly prune: string }[];
}

export interface ShownReport {
  readonly applied: readonly ShownChange[];
  /** Changes that an interruption left. */
  readonly not_applied: number;
  readonly asked: readonly ShownChange[];
  readonly skipped: readonly ShownChange[];
  readonly secrets: readonly { readonly path: string; readonly secret: string }[];
}

const SIGNS = { create: '+', update: '~', add: '~', remove: '~', delete: '-', ask: '?' } as const;

export const planView: View<ShownPlan> = ({ revision, changes, loosening, left }) => [
  ...changes.flatMap(changeBlocks),
  ...(changes.length > 0 ? [gap] : []),
  ...left.map(({ path, count, prune }) =>
    line(quiet(`${path}: ${counted(count, 'more', 'more')} there and not in the file (--prune ${prune})`)),
  ),
  changes.length === 0
    ? line('Nothing to change.')
    : line(
        strong(counted(changes.length, 'change')),
        loosening === 0 ? good('none loosens a rule') : bad(`${loosening} loosening`),
        quiet(`revision ${revision}`),
      ),
];

function changeBlocks({ path, action, direction, ...change }: ShownChange): Block[] {
  const marks = [
    ...(direction === 'loosen' ? [bad('loosens')] : []),
    ...(change.needs_person ? [warning('needs a signed-in person')] : []),
  ];
  return [
    line(`${SIGNS[action]} ${path}`, ...marks),
    ...change.fields.map((each) => indented(4, `${each.field}:`, ...valuesOf(each))),
    ...entryBlocks(action, change),
    ...(change.command === null ? [] : [indented(4, 'by hand:', strong(change.command))]),
  ];
}

function valuesOf({ before, after, direction }: ShownChange['fields'][number]): Cell[] {
  const next = toned(text(after), direction);
  return before === null ? [next] : [quiet(text(before)), quiet('->'), next];
}

function toned(words: string, direction: ShownChange['direction']): Cell {
  if (direction === 'loosen') return bad(words);
  return direction === 'tighten' ? good(words) : words;
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function entryBlocks(
  action: ShownChange['action'],
  { entries, entry_count }: Pick<ShownChange, 'entries' | 'entry_count'>,
): Block[] {
  const sign = action === 'remove' ? '-' : '+';
  const more = entry_count - entries.length;
  return [
    ...entries.map((entry) => indented(4, `${sign} ${entry}`)),
    ...(more > 0 ? [indented(4, quiet(`${sign} ${more} more`))] : []),
  ];
}

export const applyView: View<ShownReport> = ({ applied, not_applied, asked, skipped, secrets }) => [
  applied.length === 0
    ? line('Nothing was changed.')
    : line(good(`${counted(applied.length, 'change')} made.`)),
  ...(not_applied === 0 ? [] : [line(bad(`Interrupted: ${not_applied} not made.`))]),
  ...(skipped.length === 0
    ? []
    : [
        line(warning(`${skipped.length} left, because they loosen a rule:`)),
        ...skipped.flatMap(changeBlocks),
      ]),
  ...(asked.length === 0
    ? []
    : [line(warning('For a person, by hand:')), ...asked.flatMap(({ command }) => commandBlock(command))]),
  ...secrets.map(({ path, secret }) => line(`${path}, shown only now:`, strong(secret))),
];

const commandBlock = (command: string | null): Block[] => (command === null ? [] : [indented(4, command)]);
