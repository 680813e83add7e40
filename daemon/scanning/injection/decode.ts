import { REVERSED_MARK, ROT13_MARK } from './rules.ts';

/** Text that was hidden in an encoding, and where it stood. */
export interface Decoded {
  readonly encoding:
    | 'base64'
    | 'hex'
    | 'rot13'
    | 'reversed'
    | 'percent'
    | 'leet'
    | 'spaced'
    | 'tags'
    | 'ascii-codes';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,4000}={0,2}(?![A-Za-z0-9+/=_-])/g;
const HEX = /(?<![0-9a-f])(?:[0-9a-f]{2}[ :]?){16,2000}(?![0-9a-f])/gi;
const PERCENT = /(?:%[0-9a-f]{2}){8,1000}/gi;
const BINARY = /(?<![01])(?:[01]{8}[ ,]{0,2}){8,500}/g;
const SPACED = /(?<![\p{L}\p{N}])(?:[\p{L}][ ._*-]){7,400}[\p{L}](?![\p{L}\p{N}])/gu;
/** Cheap to look for, and part of every spaced word. */
const SPACED_START = /(?:[a-z\u0080-\uffff][ ._*-]){4}/i;
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

/** Characters of Base64 (1) and of spelled bytes (2): a long run of them is cheaper to look for than the pattern itself. */
const RUNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (/[A-Za-z0-9+/_-]/.test(character) ? 1 : 0) | (/[0-9a-f :]/i.test(character) ? 2 : 0);
});
const BASE64_RUN = 24;
const HEX_RUN = 32;

/** Whether a text has runs of characters that may be Base64 or bytes in hexadecimal. */
function longRuns(text: string): { base64: boolean; hex: boolean } {
  let base64 = 0;
  let hex = 0;
  let longestBase64 = 0;
  let longestHex = 0;
  for (let index = 0; index < text.length; index++) {
    const kind = RUNS[text.charCodeAt(index)] ?? 0;
    base64 = kind & 1 ? base64 + 1 : 0;
    hex = kind & 2 ? hex + 1 : 0;
    if (base64 > longestBase64) longestBase64 = base64;
    if (hex > longestHex) longestHex = hex;
  }
  return { base64: longestBase64 >= BASE64_RUN, hex: longestHex >= HEX_RUN };
}

type Decoder = readonly [Decoded['encoding'], RegExp, (value: string) => string];

const DECODERS: readonly Decoder[] = [
  ['base64', BASE64, (value) => Buffer.from(value, 'base64').toString('utf8')],
  ['hex', HEX, (value) => Buffer.from(value.replace(/[ :]/g, ''), 'hex').toString('utf8')],
  ['percent', PERCENT, (value) => Buffer.from(value.replaceAll('%', ''), 'hex').toString('utf8')],
  [
    'ascii-codes',
    BINARY,
    (value) =>
      value
        .match(/[01]{8}/g)
        ?.map((byte) => String.fromCharCode(Number.parseInt(byte, 2)))
        .join('') ?? '',
  ],
];

function collapseSpaced(value: string): string {
  return value.replace(/[ ._*-]/g, '');
}

/** Looks into encodings in which an instruction may be smuggled; bounded in number and length. */
export function decodeSmuggled(text: string): Decoded[] {
  const found: Decoded[] = [];
  const add = (encoding: Decoded['encoding'], decoded: string, start: number, end: number) => {
    if (found.length < MAX_DECODED) found.push({ encoding, text: decoded, start, end });
  };
  const runs = longRuns(text);
  for (const [encoding, pattern, decode] of DECODERS) {
    if ((encoding === 'base64' && !runs.base64) || (encoding === 'hex' && !runs.hex)) continue;
    for (const match of text.matchAll(pattern)) {
      if (found.length >= MAX_DECODED) break;
      const decoded = decode(match[0]);
      if (readable(decoded)) add(encoding, decoded, match.index, match.index + match[0].length);
    }
  }
  for (const match of SPACED_START.test(text) ? text.matchAll(SPACED) : [])
    add('spaced', collapseSpaced(match[0]), match.index, match.index + match[0].length);
  if (LEET_DIGIT.test(LEET_MARK.exec(text)?.[0] ?? ''))
    add('leet', text.replace(LEET_WORD, unleet), 0, text.length);
  if (REVERSED_MARK.test(text))
    add('reversed', [...text.slice(0, 20_000)].reverse().join(''), 0, text.length);
  if (ROT13_MARK.test(text)) add('rot13', rot13(text.slice(0, 20_000)), 0, text.length);
  return found;
}
