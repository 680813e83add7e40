import type { PiiSpan } from '../types.ts';
import type { PiiCandidate } from './candidate.ts';
import { patternDetectors } from './patterns.ts';
import { personNames } from './person.ts';
import { phoneNumbers } from './phone.ts';

/** Keeps the candidates of the highest rank, longest first, so that spans never overlap. */
export function disjoint(candidates: PiiCandidate[]): PiiSpan[] {
  candidates.sort((a, b) => b.rank - a.rank || b.end - b.start - (a.end - a.start) || a.start - b.start);
  const taken = new Set<number>();
  const kept: PiiCandidate[] = [];
  for (const candidate of candidates) {
    let free = true;
    for (let offset = candidate.start; free && offset < candidate.end; offset++) free = !taken.has(offset);
    if (!free) continue;
    for (let offset = candidate.start; offset < candidate.end; offset++) taken.add(offset);
    kept.push(candidate);
  }
  return kept.sort((a, b) => a.start - b.start).map(({ start, end, type }) => ({ start, end, type }));
}

/** Personal data in a text, sorted and disjoint, in UTF-16 offsets. */
export function detectPii(text: string): PiiSpan[] {
  const candidates = [...patternDetectors, phoneNumbers, personNames].flatMap((detector) => detector(text));
  return disjoint(candidates);
}
