import type { PiiDetector } from './candidate.ts';

const TITLED = /\b(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+(\p{Lu}[\p{L}'’-]{1,30}(?:\s+\p{Lu}[\p{L}'’-]{1,30}){0,2})/gu;

/** Names of people. */
export const personNames: PiiDetector = (text) =>
  [...text.matchAll(TITLED)].map((match) => {
    const name = match[1] ?? '';
    const start = match.index + match[0].length - name.length;
    return { start, end: start + name.length, type: 'PERSON', rank: 20 };
  });
