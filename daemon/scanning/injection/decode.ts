import { REVERSED_MARK, ROT13_MARK } from './rules.ts';
import { countRuns, type Runs } from './runs.ts';

/** Text that was hidden in an encoding, and where it stood. */
export interface Decoded {
  readonly encoding: 'base64' | 'hex' | 'rot13' | 'reversed' | 'percent' | 'leet' | 'spaced' | 'ascii-codes';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,4000}={0,2}(?![A-Za-z0-9+/=_-])/y;
const LEAST_HEX_DIGITS = 32;
const HEX = /(?<![0-9a-f])(?:[0-9a-f]{2}[ :]?){16,2000}(?![0-9a-f])/gi;
const PERCENT = /(?:%[0-9a-f]{2}){8,1000}/gi;
const ONE_BYTE = /[01]{8}/g;
const BINARY = /(?<![01])(?:[01]{8}[ ,]{0,2}){8,500}/g;
const LEAST_SPACED_LETTERS = 7;
const SPACED = /(?<![\p{L}\p{N}])(?:[\p{L}][ ._*-]){7,400}[\p{L}](?![\p{L}\p{N}])/gu;
const LEET_WORD = /(?<![\w@$])(?=[a-z@$!]{0,20}[0-9@$])[a-z0-9@$!]{3,20}(?![\w@$])/gi;
const LEET_MARK =
  /(?:[1!i][gq9]n[0o]r[3e]|[1!i]n[5$s]tr[uv]ct[1!i][0o]n|pr[0o]mpt|pr[3e]v[1!i][0o]u[5$s]|p[4@a][5$s]{2}w[0o]rd|[5$s]y[5$s]t[3e]m)/i;
const LEET_DIGIT = /[0-9@$!]/;
const MAX_DECODED = 50;
const PRINTABLE_SHARE = 0.95;

function readable(text: string): boolean {
  if (text.length < 8) return false;
  const letters = text.match(/[\p{L} .,!?'"\n]/gu)?.length ?? 0;
  return letters >= PRINTABLE_SHARE * text.length && text.includes(' ');
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

interface Decoder {
  readonly encoding: Decoded['encoding'];
  readonly pattern: RegExp;
  readonly decode: (value: string) => string;
}

const DECODERS: readonly Decoder[] = [
  {
    encoding: 'base64',
    pattern: BASE64,
    decode: (value) => Buffer.from(value, 'base64').toString('utf8'),
  },
  {
    encoding: 'hex',
    pattern: HEX,
    decode: (value) => Buffer.from(value.replace(/[ :]/g, ''), 'hex').toString('utf8'),
  },
  {
    encoding: 'percent',
    pattern: PERCENT,
    decode: (value) => Buffer.from(value.replaceAll('%', ''), 'hex').toString('utf8'),
  },
  {
    encoding: 'ascii-codes',
    pattern: BINARY,
    decode: (value) =>
      value
        .match(ONE_BYTE)
        ?.map((byte) => String.fromCharCode(Number.parseInt(byte, 2)))
        .join('') ?? '',
  },
];

/** Places at which the patterns for encodings match; those that a quick look rules out are not tried. */
function* encodedIn(text: string, { base64, hexDigits }: Runs): Generator<[Decoder, RegExpExecArray]> {
  for (const decoder of DECODERS) {
    const { encoding, pattern } = decoder;
    if (encoding === 'base64') {
      for (const start of base64) {
        pattern.lastIndex = start;
        const match = pattern.exec(text);
        if (match) yield [decoder, match];
      }
    } else if (encoding !== 'hex' || hexDigits >= LEAST_HEX_DIGITS) {
      for (const match of text.matchAll(pattern)) yield [decoder, match];
    }
  }
}

function collapseSpaced(value: string): string {
  return value.replace(/[ ._*-]/g, '');
}

/** Looks into encodings in which an instruction may be smuggled; bounded in number and length. */
export function decodeSmuggled(text: string): Decoded[] {
  const found: Decoded[] = [];
  const add = (encoding: Decoded['encoding'], decoded: string, start: number, end: number) => {
    if (found.length < MAX_DECODED) found.push({ encoding, text: decoded, start, end });
  };
  const runs = countRuns(text);
  for (const [{ encoding, decode }, match] of encodedIn(text, runs)) {
    if (found.length >= MAX_DECODED) break;
    const decoded = decode(match[0]);
    if (readable(decoded)) add(encoding, decoded, match.index, match.index + match[0].length);
  }
  for (const match of runs.spacedLetters >= LEAST_SPACED_LETTERS ? text.matchAll(SPACED) : [])
    add('spaced', collapseSpaced(match[0]), match.index, match.index + match[0].length);
  if (LEET_DIGIT.test(LEET_MARK.exec(text)?.[0] ?? ''))
    add('leet', text.replace(LEET_WORD, unleet), 0, text.length);
  if (REVERSED_MARK.test(text))
    add('reversed', [...text.slice(0, 20_000)].reverse().join(''), 0, text.length);
  if (ROT13_MARK.test(text)) add('rot13', rot13(text.slice(0, 20_000)), 0, text.length);
  return found;
}
