import { foldForSearch } from './text.ts';

/** Folding for searches by words, which ignore accents too. */

/** Accents of Latin, Greek and Cyrillic letters, and vowel points of Hebrew and Arabic. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/** Letters that Unicode doesn't take apart, and how people type them without their keyboard. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'l',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  Ð: 'd',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  þ: 'th',
  Þ: 'th',
  ı: 'i',
};
const WHOLE_LETTERS = /[łŁøØđĐðÐæÆœŒþÞı]/g;

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Whether a text may have letters with accents, or of other scripts. */
export function isForeign(text: string): boolean {
  return BEYOND_ASCII.test(text);
}

/** Folds case, compatibility forms and accents: `Łódź` and `lodz` are equal. */
export function foldWords(text: string): string {
  if (!isForeign(text)) return text.toLowerCase();
  const bare = text.normalize('NFKD').replaceAll(MARKS, '');
  return foldForSearch(bare.replaceAll(WHOLE_LETTERS, (letter) => LETTERS[letter] ?? letter));
}

/** Scripts whose words are often two characters, and not apart from each other. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005]+/gu;

/** Words of a folded text. */
export const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
