import { decodeExactly } from './charsets.ts';
import { CHARSET_LOOKS, type CharsetLook } from './common-characters.ts';

/** Bytes that are looked at. */
const SAMPLE = 160;
/** Logarithms of likelihoods: a rare Chinese character, kana or Hangul, and what no text has. */
const RARE = -10;
const ODD = -10;
/** A capital, a capital after a small letter, and a letter where its script has none. */
const CAPITAL = -1.5;
const WRONG_CASE = -5;
const MISPLACED = -4;
/** Least likelihood of a byte beyond ASCII, and the least lead over the next reading. */
const LEAST = -6;
const LEAD = 1.2;
/** Bonus of the charset that is taken when none is clear. */
const USUAL = 2;
/** Bonus of the charset that the body has. */
const HINTED = 5;

interface Likelihood {
  readonly name: string;
  readonly value: number;
}

/** The charset of 8-bit text that isn't UTF-8, by its frequent characters; null when none is clear. */
export function guessCharset(bytes: Buffer, hinted: string | null = null): string | null {
  const sample = sampleOf(bytes);
  const high = sample.filter((byte) => byte >= 0x80).length;
  if (high === 0) return null;
  const readings = CHARSET_LOOKS.map((look) => likelihoodOf(sample, look))
    .filter((one) => one !== null)
    .map(({ name, value }) => ({ name, value: name === hinted ? value + HINTED : value }));
  const [best, next] = readings.sort((one, other) => other.value - one.value);
  if (best !== undefined && best.name === hinted) return hinted;
  if (best === undefined || best.value < LEAST * high) return null;
  return best.value - (next?.value ?? -Infinity) < LEAD ? null : best.name;
}

const HIGH_BYTE = /[\x80-\xff]/;

/** Whole lines from the first high byte on, so that no character is cut. */
function sampleOf(bytes: Buffer): Buffer {
  const first = bytes.toString('latin1').search(HIGH_BYTE);
  if (first === -1) return bytes.subarray(0, 0);
  const line = bytes.lastIndexOf(0x0a, first) + 1;
  const from = first - line > SAMPLE ? first : line;
  if (bytes.length - from <= SAMPLE) return bytes.subarray(from);
  const end = bytes.lastIndexOf(0x0a, from + SAMPLE);
  return bytes.subarray(from, end > first ? end : from + SAMPLE);
}

/** Null when a byte isn't in the charset; the last one may be half of a character that was cut. */
function likelihoodOf(sample: Buffer, look: CharsetLook): Likelihood | null {
  const text = decodeExactly(sample, look.name) ?? decodeExactly(sample.subarray(0, -1), look.name);
  if (text === null) return null;
  let value = look.name === 'windows-1252' ? USUAL : 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character >= '\x80') value += frequencyOf(character, look) + placeOf(text, index, look);
  }
  return { name: look.name, value };
}

function frequencyOf(character: string, { frequency }: CharsetLook): number {
  const known = frequency.get(character);
  if (known !== undefined) return known;
  if (isWide(character)) return RARE;
  const lower = frequency.get(character.toLowerCase());
  return lower === undefined ? ODD : lower + CAPITAL;
}

/** They stand beside figures, and in other Latin charsets they are letters. */
const SIGNS = '£½±´µ¼';

/** Bytes of another charset come out in the wrong case, or beside letters of another script. */
function placeOf(text: string, index: number, { isLatin }: CharsetLook): number {
  const character = text.charAt(index);
  const before = text.charAt(index - 1);
  const beside = isAsciiLetter(before) || isAsciiLetter(text.charAt(index + 1));
  if (isLatin && beside) return SIGNS.includes(character) ? MISPLACED : 0;
  if (isLatin) return isLetter(character) && isHighLetter(before) ? MISPLACED : 0;
  if (isWide(character)) return 0;
  if (beside) return MISPLACED;
  const isAfterSmall = before >= '\x80' && before !== before.toUpperCase();
  return isAfterSmall && character !== character.toLowerCase() ? WRONG_CASE : 0;
}

function isAsciiLetter(character: string): boolean {
  const code = character.charCodeAt(0) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

function isHighLetter(character: string): boolean {
  return character >= '\x80' && isLetter(character);
}

function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character);
}

/** Chinese characters, kana and Hangul, with their punctuation; they may touch words in ASCII. */
function isWide(character: string): boolean {
  return character >= '\u3000' && character <= '\uff5e' && !(character >= '\ud800' && character < '\uf900');
}
