import type { PiiSpan } from '../types.ts';
import type { PiiCandidate, PiiDetector } from './candidate.ts';
import { withPlainNumbers } from './numbers.ts';
import { patternDetectors } from './patterns.ts';
import { personNames } from './person.ts';
import { phoneNumbers } from './phone.ts';

/** Keeps the candidates of the highest rank, longest first, so that spans never overlap. */
export function disjoint(candidates: PiiCandidate[]): PiiSpan[] {
  candidates.sort((a, b) => b.rank - a.rank || b.end - b.start - (a.end - a.start) || a.start - b.start);
  const taken = new Uint8Array(candidates.reduce((furthest, { end }) => Math.max(furthest, end), 0));
  const kept: PiiCandidate[] = [];
  for (const candidate of candidates) {
    if (taken.subarray(candidate.start, candidate.end).includes(1)) continue;
    taken.fill(1, candidate.start, candidate.end);
    kept.push(candidate);
  }
  return kept.sort((a, b) => a.start - b.start).map(({ start, end, type }) => ({ start, end, type }));
}

const NUMBERS: readonly PiiDetector[] = [...patternDetectors, phoneNumbers];

/** Personal data in a normalised text, all of it, sorted and disjoint, in UTF-16 offsets. */
export function detectPii(text: string): PiiSpan[] {
  const candidates: PiiCandidate[] = [];
  const plain = withPlainNumbers(text);
  for (const detector of NUMBERS) for (const candidate of detector(plain)) candidates.push(candidate);
  for (const candidate of personNames(text)) candidates.push(candidate);
  return disjoint(candidates);
}
