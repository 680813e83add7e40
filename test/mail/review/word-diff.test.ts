import { describe, expect, it } from 'vitest';
import { wordDiff } from '../../../shared/review/word-diff.ts';

const shown = (earlier: string, later: string) =>
  wordDiff(earlier, later)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('');

const side = (earlier: string, later: string, missing: 'added' | 'removed') =>
  wordDiff(earlier, later)
    .filter(({ kind }) => kind !== missing)
    .map(({ text }) => text)
    .join('');

describe('a comparison word by word', () => {
  it.each([
    ['See you on Friday.', 'See you on Monday.', 'See you on [-Friday-]{+Monday+}.'],
    ['Pay 900 now.', 'Pay 90 now.', 'Pay [-900-]{+90+} now.'],
    ['Yes.', 'Yes, noon works.', 'Yes{+, noon works+}.'],
    ['the same', 'the same', 'the same'],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
  ])('of %j and %j', (earlier, later, expected) => {
    expect(shown(earlier, later)).toBe(expected);
  });

  it('has all of both texts, also of long ones', () => {
    const long = Array.from({ length: 4000 }, (_, index) => `word${index % 7}`).join(' ');
    const other = `${long.slice(100)} end\nof “it”`.replaceAll('word3', 'wörd');
    for (const [earlier, later] of [
      [long, other],
      ['a\nb c', 'a c\nd'],
    ] as const) {
      expect(side(earlier, later, 'added')).toBe(earlier);
      expect(side(earlier, later, 'removed')).toBe(later);
    }
  });
});
