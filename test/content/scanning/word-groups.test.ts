import { expect, it } from 'vitest';
import { hashWord } from '../../../daemon/content/scanning/classifier/lexicon.ts';
import { wordGroups } from '../../../daemon/content/scanning/classifier/word-groups.ts';

const groupOf = (word: string) => wordGroups().fineOf(hashWord(word));

it('words that are used alike are of one group', () => {
  expect(groupOf('poem')).toBe(groupOf('poems'));
  expect(groupOf('password')).toBe(groupOf('html'));
  expect(groupOf('password')).not.toBe(groupOf('poem'));
});

it('a frequent word is a group of its own, and a word that nobody uses is of none', () => {
  expect(wordGroups().isOwn(groupOf('the'))).toBe(true);
  expect(groupOf('you')).not.toBe(groupOf('they'));
  expect(groupOf('qzxwvk')).toBe(0);
});

it('a fine group is part of a broad one', () => {
  const groups = wordGroups();
  expect(groups.broadOf(groupOf('password'))).toBeGreaterThan(0);
  expect(groups.broadOf(0)).toBe(0);
});
