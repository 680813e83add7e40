import { isAscii } from 'node:buffer';
import { decodeAs, decodeExactly, escapedCharset, isMultiByte } from './charsets.ts';
import { decodeWords } from './encoded-words.ts';
import { guessCharset } from './guess-charset.ts';

// Everything that could end a line, move the cursor or turn the direction of what is shown around it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters beyond ASCII are meant, and escapes
const NOT_PLAIN = /[^\x00-\x7f]|\x1b\$/;

/** For 8-bit fields that don't name their charset. */
export interface CharsetHint {
  /** The charset that the body declares; null without one. */
  readonly declared: () => string | null;
  /** Whether one more field may be guessed, which takes a millisecond. */
  readonly mayGuess: () => boolean;
}

const NO_HINT: CharsetHint = { declared: () => null, mayGuess: () => true };

/**
 * Decodes a field value that was read one byte per character: UTF-8 (RFC 6532), escapes of ISO-2022, the
 * charset of the body where it fits, one that is told by its characters, else Windows-1252.
 */
export function textOf(value: string, hint: CharsetHint = NO_HINT): string {
  if (!NOT_PLAIN.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  if (isAscii(bytes)) return decodeAs(bytes, escapedCharset(bytes) ?? 'utf-8');
  return decodeExactly(bytes, 'utf-8') ?? decodeAs(bytes, charsetOfField(bytes, hint));
}

/** In a multi-byte charset, letters of another one may be characters by chance. */
function charsetOfField(bytes: Buffer, { declared, mayGuess }: CharsetHint): string {
  const hinted = declared();
  const fits = hinted !== null && decodeExactly(bytes, hinted) !== null;
  if (fits && !isMultiByte(hinted)) return hinted;
  const guessed = mayGuess() ? guessCharset(bytes, hinted) : null;
  return guessed ?? (fits ? hinted : 'windows-1252');
}

/** As a program reads an 8-bit field that knows no charset but Windows-1252. */
export function westernTextOf(value: string): string {
  return decodeAs(Buffer.from(value, 'latin1'), 'windows-1252');
}

const Q_ENCODED_WORD = /=\?[^?\s]+\?q\?[^?]*\?=/gi;

/** Encoded words must be ASCII; other bytes in them are in their charset. */
function escapedBytes(word: string): string {
  return word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** As `textOf`, with encoded words left to be decoded. */
export function fieldText(value: string, hint: CharsetHint = NO_HINT): string {
  return textOf(value.includes('=?') ? value.replace(Q_ENCODED_WORD, escapedBytes) : value, hint);
}

/** Decodes an unstructured field: encoded words (RFC 2047), and control characters as spaces. */
export function decodedText(value: string, hint: CharsetHint = NO_HINT): string {
  return withoutControls(decodeWords(fieldText(value, hint)));
}

export function withoutControls(text: string): string {
  return text.replace(CONTROL_CHARACTERS, ' ').trim();
}
