import type { PiiType } from '../../../shared/contract/scan.ts';

/** A possible span; where two overlap, the one with the higher rank stays. */
export interface PiiCandidate {
  readonly start: number;
  readonly end: number;
  readonly type: PiiType;
  readonly rank: number;
}

/** Finds candidates of some types in a text. */
export type PiiDetector = (text: string) => PiiCandidate[];

/** Whether a context word stands shortly before a span, or right after it. */
export function hasContext(
  text: string,
  start: number,
  end: number,
  words: RegExp,
  before = 60,
  after = 25,
): boolean {
  return (
    words.test(text.slice(Math.max(0, start - before), start)) || words.test(text.slice(end, end + after))
  );
}

const MAX_MATCHES = 20_000;

/** All matches of a pattern, bounded. */
export function* matches(
  text: string,
  pattern: RegExp,
): Generator<{ start: number; end: number; value: string }> {
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    if (count++ >= MAX_MATCHES) return;
    yield { start: match.index, end: match.index + match[0].length, value: match[0] };
  }
}
