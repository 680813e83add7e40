import { charsetOf, decodeAs, decodeExactly } from './charsets.ts';
import { decodeWords } from './encoded-words.ts';
import { readStructured } from './parameters.ts';
import { type CharsetHint, fieldText, withoutControls } from './text.ts';

const MAX_FILENAME_LENGTH = 255;

/** Fields of a part that may name its file. */
export interface NamingFields {
  readonly contentType: string;
  readonly disposition: string;
}

/** The file name that a part's fields give, decoded and without control characters; null without one. */
export function filenameIn({ contentType, disposition }: NamingFields, hint?: CharsetHint): string | null {
  const name = parameterOf(disposition, 'filename', hint) || parameterOf(contentType, 'name', hint);
  const filename = withoutControls(name.replaceAll('\0', '')).slice(0, MAX_FILENAME_LENGTH);
  return filename === '' ? null : filename;
}

/** The 8-bit value is decoded first: in some charsets a backslash is the second byte of a character. */
function parameterOf(field: string, name: string, hint?: CharsetHint): string {
  if (!field.toLowerCase().includes(name)) return '';
  const { parameters } = readStructured(fieldText(field, hint));
  const pieces = extendedPieces(parameters, name);
  if (pieces.some(({ isEncoded }) => isEncoded)) return extendedText(pieces);
  // Some mailers put encoded words into parameters, against RFC 2047 5.
  return decodeWords(pieces.map(({ value }) => value).join('') || (parameters.get(name) ?? ''));
}

/** A piece of a parameter (RFC 2231 3 and 4). */
interface NamePiece {
  readonly number: number;
  readonly value: string;
  /** With percent signs, and a charset in the first one. */
  readonly isEncoded: boolean;
}

const PIECE = /^\*(\d{0,3})(\*?)$/;

function extendedPieces(parameters: ReadonlyMap<string, string>, name: string): NamePiece[] {
  const pieces: NamePiece[] = [];
  for (const [key, value] of parameters) {
    const [, number, star] = PIECE.exec(key.startsWith(name) ? key.slice(name.length) : '') ?? [];
    if (number === undefined) continue;
    pieces.push({ number: Number(number), value, isEncoded: number === '' || star === '*' });
  }
  return pieces.sort((one, other) => one.number - other.number);
}

/** Neighbours may share a character, so their bytes are decoded together. */
function extendedText(pieces: readonly NamePiece[]): string {
  const [, label = '', rest] = /^([^']*)'[^']*'(.*)$/s.exec(pieces[0]?.value ?? '') ?? [];
  const charset = charsetOf(label);
  let text = '';
  let bytes = '';
  const flush = () => {
    const buffer = Buffer.from(bytes, 'latin1');
    const exact = charset === null ? null : decodeExactly(buffer, charset);
    text += exact ?? decodeExactly(buffer, 'utf-8') ?? decodeAs(buffer, charset ?? 'windows-1252');
    bytes = '';
  };
  for (const [index, { value, isEncoded }] of pieces.entries()) {
    const content = index === 0 ? (rest ?? value) : value;
    if (isEncoded) {
      bytes += percentDecoded(content);
      continue;
    }
    flush();
    text += content;
  }
  flush();
  return text;
}

/** One character per byte; characters beyond ASCII, which shouldn't be there, become UTF-8. */
function percentDecoded(value: string): string {
  return Buffer.from(value)
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
