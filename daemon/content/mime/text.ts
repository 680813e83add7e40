import { decodeWords } from 'postal-mime';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

// Everything that could end a line, move the cursor or turn the direction of what is shown around it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters beyond ASCII are meant
const NON_ASCII = /[^\x00-\x7f]/;

/** Decodes a field value that was read one byte per character: UTF-8 (RFC 6532), else Windows-1252. */
export function textOf(value: string): string {
  if (!NON_ASCII.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

const Q_ENCODED_WORD = /=\?[^?\s]+\?q\?[^?]*\?=/gi;

/** Encoded words must be ASCII; other bytes in them are in their charset. */
function escaped(word: string): string {
  return word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Decodes an unstructured field: encoded words (RFC 2047), and control characters as spaces. */
export function decodedText(value: string): string {
  if (!value.includes('=?')) return withoutControls(textOf(value));
  return withoutControls(decodeWords(textOf(value.replace(Q_ENCODED_WORD, escaped))));
}

export function withoutControls(text: string): string {
  return text.replace(CONTROL_CHARACTERS, ' ').trim();
}
