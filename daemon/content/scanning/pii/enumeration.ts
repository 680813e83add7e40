import { mayBeName, type NameToken } from './name-features.ts';

/** Items from which on capitalised words between commas count as an enumeration. */
const LEAST_ITEMS = 3;
/** Words of an item, such as a first and a last name. */
const MOST_WORDS = 3;
const LAST_JOINERS = new Set('and & or und oder et ou y e o en of'.split(' '));

/** Tokens of an item, from the first to before the end. */
interface EnumeratedName {
  readonly first: number;
  readonly end: number;
}

function itemAt(tokens: readonly NameToken[], first: number): EnumeratedName | null {
  let end = first;
  for (; end < first + MOST_WORDS; end++) {
    const token = tokens[end];
    if (!token || !mayBeName(token)) break;
  }
  return end > first ? { first, end } : null;
}

/** Where the next item begins, behind a comma, a word such as "and", or both; null where none follows. */
function nextItem(tokens: readonly NameToken[], end: number): number | null {
  const comma = tokens[end]?.text === ',' ? end + 1 : end;
  const next = LAST_JOINERS.has(tokens[comma]?.text ?? '') ? comma + 1 : comma;
  return next === end ? null : next;
}

/** Enumerations such as "Anna, Ben and Carla": each as its items. */
export function* enumerations(tokens: readonly NameToken[]): Generator<readonly EnumeratedName[]> {
  for (let index = 0; index < tokens.length; index++) {
    if (!mayBeName(tokens[index] as NameToken)) continue;
    const items: EnumeratedName[] = [];
    for (let at: number | null = index; at !== null; ) {
      const item = itemAt(tokens, at);
      if (item === null) break;
      items.push(item);
      at = nextItem(tokens, item.end);
    }
    if (items.length >= LEAST_ITEMS) yield items;
    index = (items.at(-1)?.end ?? index + 1) - 1;
  }
}
