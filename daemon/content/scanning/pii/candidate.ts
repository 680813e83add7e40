import type { PiiType } from '../../../../shared/contract/scan.ts';

/** A possible span; where two overlap, the one with the higher rank stays. */
export interface PiiCandidate {
  readonly start: number;
  readonly end: number;
  readonly type: PiiType;
  readonly rank: number;
}

/** Finds all candidates of some types in a text. */
export type PiiDetector = (text: string) => Iterable<PiiCandidate>;

/** Words near a span that tell its type, and how far from it they count, in characters. */
export interface NearbyWords {
  readonly words: RegExp;
  readonly before?: number;
  readonly after?: number;
}

/** Whether a context word stands shortly before a span, or right after it. */
export function hasContext(
  text: string,
  { start, end }: Pick<PiiCandidate, 'start' | 'end'>,
  { words, before = 60, after = 25 }: NearbyWords,
): boolean {
  return (
    words.test(text.slice(Math.max(0, start - before), start)) || words.test(text.slice(end, end + after))
  );
}

/** A match of a pattern. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/**
 * All matches of a pattern, or the named group of a pattern that only looks ahead. There is no maximum: what
 * isn't found stays readable where personal data is hidden.
 */
export function* matches(text: string, pattern: RegExp): Generator<Match> {
  for (const match of text.matchAll(pattern)) {
    const value = Object.values(match.groups ?? {})[0] ?? match[0];
    yield { start: match.index, end: match.index + value.length, value };
  }
}
