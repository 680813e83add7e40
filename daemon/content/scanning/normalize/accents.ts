import { hashWord } from '../classifier/lexicon.ts';
import { wordGroups } from '../classifier/word-groups.ts';

const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const ACCENTED_WORD = /[a-z\u00c0-\u024f\u1e00-\u1eff]{5,30}/gi;
/** Letters with a stroke, a hook or no dot, which are no letter and a mark. */
const STROKES = 'đdĐDðdÐDłlŁLøoØOŧtŦTħhĦHƀbƃbɓbƈcɗdƒfɠgɨiıiƙkƚlɲnƞnƥpƭtƫtʈtʋvƴyƶzȥzȼcɇeɉjɍrɏyȺAȻCȾTɆEɈJɌRɎY';

const plain = new Map([...STROKES.matchAll(/(.)(.)/g)].map(([, letter = '', ascii = '']) => [letter, ascii]));

function plainOf(letter: string): string {
  const known = plain.get(letter);
  if (known !== undefined) return known;
  const base = letter.normalize('NFD')[0] ?? letter;
  plain.set(letter, base);
  return base;
}

/**
 * The text with Latin letters as they are without their marks, at the same offsets; null when it has no
 * others.
 */
export function withoutAccents(text: string): string | null {
  const result = text.replace(ACCENTED, plainOf);
  return result === text ? null : result;
}

/** No language has so many letters with marks whose words are English without them. */
const DISGUISED_LETTERS = 0.1;
const DISGUISED_WORDS = 0.6;
const FEWEST_WORDS = 3;
const SAMPLE = 20_000;

/** Whether a text is English under its marks. */
export function isEnglishInAccents(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const accented = sample.match(ACCENTED)?.length ?? 0;
  if (accented < DISGUISED_LETTERS * (sample.match(/[a-z]/gi)?.length ?? 0)) return false;
  let words = 0;
  let english = 0;
  for (const [word] of sample.matchAll(ACCENTED_WORD)) {
    const bare = withoutAccents(word);
    if (bare === null) continue;
    words++;
    if (wordGroups().fineOf(hashWord(bare.toLowerCase())) !== 0) english++;
  }
  return words >= FEWEST_WORDS && english >= DISGUISED_WORDS * words;
}
