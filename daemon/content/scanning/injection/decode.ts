import { type Encoded, encodedIn, percentWordsIn } from '../normalize/encodings.ts';
import { countRuns } from '../normalize/runs.ts';
import { REVERSED_MARK, ROT13_MARK } from './rules.ts';

/** Text that was hidden in an encoding, and where it stood. */
export interface Decoded {
  readonly encoding: Encoded['encoding'] | 'rot13' | 'reversed' | 'address' | 'leet' | 'spaced';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const LEAST_SPACED_LETTERS = 7;
const SPACED = /(?<![\p{L}\p{N}])(?:[\p{L}][ ._*-]){7,400}[\p{L}](?![\p{L}\p{N}])/gu;
const LEET_WORD = /(?<![\w@$])(?=[a-z@$!]{0,20}[0-9@$])[a-z0-9@$!]{3,20}(?![\w@$])/gi;
const LEET_MARK =
  /(?:[1!i][gq9]n[0o]r[3e]|[1!i]n[5$s]tr[uv]ct[1!i][0o]n|pr[0o]mpt|pr[3e]v[1!i][0o]u[5$s]|p[4@a][5$s]{2}w[0o]rd|[5$s]y[5$s]t[3e]m)/i;
const LEET_DIGIT = /[0-9@$!]/;
/** Characters of decoded texts that are judged; nobody sends more of them for people to read. */
const MAX_DECODED = 400_000;
const PRINTABLE_SHARE = 0.95;
const LETTER_SHARE = 0.5;
const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\t\r\n]/gu;
const LETTERS = /[\p{L}\p{M}]/gu;
const NOT_DECODED = /\ufffd/g;
/** Two words beside each other, or a few characters of a script without spaces. */
const WORDS = /\p{L}{2}[,:;]?\s{1,3}[("']?\p{L}{2}|[\u3040-\u9fff\uac00-\ud7af]{4}/u;

function readable(text: string): boolean {
  if (text.length < 8 || !WORDS.test(text)) return false;
  const printable = (text.match(PRINTABLE)?.length ?? 0) - (text.match(NOT_DECODED)?.length ?? 0);
  if (printable < PRINTABLE_SHARE * text.length) return false;
  return (text.match(LETTERS)?.length ?? 0) >= LETTER_SHARE * text.length;
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const unleet = (word: string) => word.replace(/[0134579@$!]/g, (character) => LEET[character] ?? character);

function collapseSpaced(value: string): string {
  return value.replace(/[ ._*-]/g, '');
}

/**
 * Looks into encodings in which an instruction may be smuggled. Throws when there is more in them than is
 * judged.
 */
export function decodeSmuggled(text: string): Decoded[] {
  const found: Decoded[] = [];
  let room = MAX_DECODED;
  const add = (decoded: Decoded) => {
    room -= decoded.text.length;
    if (room < 0) throw new Error('more text is encoded than is judged');
    found.push(decoded);
  };
  const runs = countRuns(text);
  for (const one of encodedIn(text, runs, readable)) add(one);
  for (const word of percentWordsIn(text)) if (readable(word.text)) add({ ...word, encoding: 'address' });
  for (const match of runs.spacedLetters >= LEAST_SPACED_LETTERS ? text.matchAll(SPACED) : []) {
    if (room < match[0].length) break;
    const end = match.index + match[0].length;
    add({ encoding: 'spaced', text: collapseSpaced(match[0]), start: match.index, end });
  }
  const whole = (encoding: 'leet' | 'reversed' | 'rot13', decoded: string) =>
    found.push({ encoding, text: decoded, start: 0, end: text.length });
  if (LEET_DIGIT.test(LEET_MARK.exec(text)?.[0] ?? '')) whole('leet', text.replace(LEET_WORD, unleet));
  if (REVERSED_MARK.test(text)) whole('reversed', [...text.slice(0, 20_000)].reverse().join(''));
  if (ROT13_MARK.test(text)) whole('rot13', rot13(text.slice(0, 20_000)));
  return found;
}
