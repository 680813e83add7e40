import { charsetOf, decodeAs, decodeExactly } from './charsets.ts';

/** RFC 2047, and a language after the charset (RFC 2231 5). */
const ENCODED_WORD = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi;
const WHITE_SPACE = /^[ \t\r\n]+$/;

interface EncodedWord {
  readonly charset: string;
  readonly bytes: Buffer;
}

/** Text with its encoded words decoded; neighbours of one charset may share a character. */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text;
  let decoded = '';
  let position = 0;
  let words: EncodedWord[] = [];
  for (const match of text.matchAll(ENCODED_WORD)) {
    const [whole, label = '', encoding = '', content = ''] = match;
    const between = text.slice(position, match.index);
    const word = { charset: label.toLowerCase(), bytes: wordBytes(encoding, content) };
    const isNeighbour = words.length > 0 && (between === '' || WHITE_SPACE.test(between));
    if (!isNeighbour || words[0]?.charset !== word.charset) {
      decoded += joined(words) + (isNeighbour ? '' : between);
      words = [];
    }
    words.push(word);
    position = match.index + whole.length;
  }
  return decoded + joined(words) + text.slice(position);
}

/** Words that are whole by themselves stay apart: each begins in the initial state of its charset. */
function joined(words: readonly EncodedWord[]): string {
  const [first] = words;
  if (first === undefined) return '';
  const name = charsetOf(first.charset);
  const apart = words.map(({ bytes }) => (name === null ? null : decodeExactly(bytes, name)));
  if (apart.every((text) => text !== null)) return apart.join('');
  return wordText(Buffer.concat(words.map(({ bytes }) => bytes)), name);
}

/** Where the charset doesn't fit and UTF-8 does, the label is wrong. */
function wordText(bytes: Buffer, name: string | null): string {
  const exact = name === null ? null : decodeExactly(bytes, name);
  return exact ?? decodeExactly(bytes, 'utf-8') ?? decodeAs(bytes, name ?? 'windows-1252');
}

function wordBytes(encoding: string, content: string): Buffer {
  if (encoding.toLowerCase() === 'b') return base64Bytes(content);
  const text = content.replace(/=\s+(?=[0-9a-f])/gi, '=').replace(/[_\s]/g, ' ');
  const escaped = Buffer.from(text).toString('latin1');
  const bytes = escaped.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => {
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
  return Buffer.from(bytes, 'latin1');
}

/** Padding within a word ends a group, not the word. */
function base64Bytes(content: string): Buffer {
  const groups = content.replace(/[^a-z0-9+/=]+/gi, '').split(/=+/);
  return Buffer.concat(groups.map((group) => Buffer.from(group, 'base64')));
}
