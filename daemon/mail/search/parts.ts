import { foldWords, UNSPACED, WORDS } from '../../content/stored-text/search-fold.ts';
import type { IndexedPart } from '../../platform/store/search.ts';
import type { MessageFilters } from '../messages/filters.ts';
import type { SearchTerm } from './line.ts';

/** Parts of words that the index is asked for. */

/** Parts to look up; the longest ones exclude the most. */
const MOST = 12;
const INDEXED = 3;

/** Parts that every match has in its text, or beside it. Short words are looked for in the texts only. */
export function indexedParts(
  terms: readonly SearchTerm[],
  filters: readonly MessageFilters[],
): IndexedPart[] {
  const words = terms.filter(({ isExcluded }) => !isExcluded).flatMap(({ text }) => partsOf(text));
  // Other filters by address look at fewer addresses than the index has.
  const people = filters.flatMap(({ from, to, cc }) => [from, to, cc].flatMap((text) => text ?? []));
  const beside = people.flatMap((text) => partsOf(foldWords(text)));
  const parts = [...words, ...beside.map(({ text }) => ({ text, where: 'more' as const }))];
  const unique = new Map(parts.map((part) => [`${part.where} ${part.text}`, part]));
  return [...unique.values()].sort((one, other) => other.text.length - one.text.length).slice(0, MOST);
}

function partsOf(term: string): IndexedPart[] {
  return (term.match(WORDS) ?? []).flatMap((word) => {
    const runs = word.match(UNSPACED) ?? [];
    const others = word.split(UNSPACED).filter((part) => [...part].length >= INDEXED);
    return [...others.map((text) => ({ text, where: 'anywhere' as const })), ...runs.flatMap(partOfRun)];
  });
}

/** The index has pairs of characters between blanks. */
function partOfRun(run: string): IndexedPart[] {
  const length = [...run].length;
  if (length >= INDEXED) return [{ text: run, where: 'anywhere' }];
  return length === 2 ? [{ text: ` ${run} `, where: 'more' }] : [];
}
