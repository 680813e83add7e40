import type { SearchTerm } from './line.ts';

/** How well a message matches. */

/** Folded texts of a message that its reader gets. */
export interface SearchedTexts {
  readonly subject: string;
  readonly text: string;
  readonly people: string;
  readonly fileNames: string;
  readonly fileTexts: string;
}

/** Worth of a word by where it is found. */
const WEIGHTS: Readonly<Record<keyof SearchedTexts, number>> = {
  subject: 4,
  people: 3,
  fileNames: 2,
  text: 1,
  fileTexts: 0.7,
};
const FIELDS = Object.keys(WEIGHTS) as (keyof SearchedTexts)[];

/** Occurrences in a field that are looked at: further ones hardly count. */
const MOST_COUNTED = 8;
/** A part of a longer word counts less than the word. */
const PART_OF_WORD = 0.6;
/** Repeating a word brings at most 1 + this times its worth. */
const REPEATED = 0.5;
/** UTF-16 units within which words of a text belong together. */
const NEAR = 100;
const NEAR_BONUS = 1;
/** Age at which half of the worth of being new is gone, milliseconds. */
const HALF_LIFE = 30 * 24 * 3_600_000;
const NEW_BONUS = 0.5;

/** How well the texts match by themselves; null when they don't. */
export function relevance(terms: readonly SearchTerm[], texts: SearchedTexts): number | null {
  let sum = 0;
  const places: number[] = [];
  for (const term of terms) {
    const worth = termScore(term, texts);
    if (term.isExcluded ? worth > 0 : worth === 0) return null;
    if (term.isExcluded) continue;
    sum += worth;
    const place = texts.text.indexOf(term.text);
    if (place !== -1) places.push(place);
  }
  const isNear = places.length > 1 && Math.max(...places) - Math.min(...places) <= NEAR;
  return sum + (isNear ? NEAR_BONUS : 0);
}

/** The factor by which a message of some age, in milliseconds, counts more than a very old one. */
export function newness(age: number): number {
  return 1 + NEW_BONUS * 0.5 ** (Math.max(age, 0) / HALF_LIFE);
}

function termScore({ text, field }: SearchTerm, texts: SearchedTexts): number {
  const fields = field === 'subject' ? (['subject'] as const) : FIELDS;
  return fields.reduce((sum, name) => sum + WEIGHTS[name] * fieldScore(text, texts[name]), 0);
}

/** 0 without an occurrence, 1 for a word, up to 1.5 for many. */
function fieldScore(term: string, text: string): number {
  let best = 0;
  let count = 0;
  for (
    let at = text.indexOf(term);
    at !== -1 && count < MOST_COUNTED;
    at = text.indexOf(term, at + term.length)
  ) {
    count++;
    best = Math.max(best, isWhole(text, at, term.length) ? 1 : PART_OF_WORD);
  }
  return count === 0 ? 0 : best * (1 + REPEATED * (1 - 1 / count));
}

const IN_WORD = /[\p{L}\p{N}]/u;

function isWhole(text: string, start: number, length: number): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(start + length);
  return !IN_WORD.test(before) && !IN_WORD.test(after);
}
