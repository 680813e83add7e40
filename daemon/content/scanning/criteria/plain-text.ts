import { withoutAccents } from '../normalize/accents.ts';
import type { TextPart } from '../types.ts';

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** A word with digits or signs in place of letters; the sign that ends a sentence is no letter. */
const DISGUISED =
  /(?<![\w@$!.-])(?=[\w@$!]{0,20}[a-z])(?=[\w@$!]{0,20}[0134578@$!][a-z])[a-z0-9@$!]{3,20}(?![\w@$.-])/g;
/** Letters apart: `k i l l`, `k.i.l.l`. Two blanks end a word. */
const SPELLED = /(?<![a-z0-9])[a-z](?:[ .*_-][a-z]){3,24}(?![a-z0-9])/g;
const APOSTROPHE = /[’‘`´]/g;
/** Stars within a word stand for letters; in rules they are `x`. */
const STARRED = /(?<=[a-z])[*#](?=[*#]{0,3}[a-z])|(?<=[a-z][*#]{1,3})[*#](?=[a-z])/g;

/**
 * Text for phrases to match: small letters without accents, digits in place of letters and spelled-out words
 * undone. Every character stays where it was.
 */
function plainText(normal: string): string {
  const lower = normal.length === normal.toLowerCase().length ? normal.toLowerCase() : normal;
  return (withoutAccents(lower) ?? lower)
    .replaceAll('ß', 's')
    .replace(APOSTROPHE, "'")
    .replace(DISGUISED, (word) => word.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign))
    .replace(STARRED, 'x')
    .replace(SPELLED, (letters) => letters.replace(/[^a-z]/g, '').padEnd(letters.length));
}

/** A stretch of text that no phrase goes beyond, and the words in it. */
export interface PlainSentence {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

/** A part's text for phrases, in sentences. */
export interface PlainText {
  readonly text: string;
  readonly sentences: readonly PlainSentence[];
}

const WORDS = /[a-z0-9]+/g;
/** Marks between sentences, which no phrase goes beyond: a full stop within an address ends none. */
const BREAK = /[.!?;…]+(?=\s|["”»“)]|$)|\n[ \t>]*\n/g;
/** Longer stretches without a mark are cut, with an overlap that is longer than a phrase. */
const LONGEST = 2000;
const OVERLAP = 300;
const known = new WeakMap<TextPart, PlainText>();

function sentencesOf(text: string): PlainSentence[] {
  const sentences: PlainSentence[] = [];
  const add = (start: number, end: number) => {
    for (let from = start; from < end; from += LONGEST - OVERLAP) {
      const to = Math.min(end, from + LONGEST);
      const words = text.slice(from, to).match(WORDS);
      if (words) sentences.push({ start: from, end: to, words: [...new Set(words)] });
      if (to === end) break;
    }
  };
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(BREAK)) {
    add(start, index);
    start = index + mark.length;
  }
  add(start, text.length);
  return sentences;
}

/** The text of a part for phrases; made once for all criteria. */
export function plainTextOf(part: TextPart): PlainText {
  const made = known.get(part);
  if (made) return made;
  const text = plainText(part.normal);
  const result = { text, sentences: sentencesOf(text) };
  known.set(part, result);
  return result;
}
