import { isAscii, isUtf8 } from 'node:buffer';
import { charsetOf, decodeAs, decodeExactly, escapedCharset, isMultiByte, isSevenBit } from './charsets.ts';
import { guessCharset } from './guess-charset.ts';

/** A text, and what a program makes of its bytes that chooses another charset. */
export interface DecodedBody {
  readonly text: string;
  /** Null when no reading has words that the text lacks. */
  readonly otherText: string | null;
  /** False when bytes aren't in the charset that was taken. */
  readonly isExact: boolean;
}

/** Labels of mailers that don't know the charset. */
const NO_CHARSET = new Set([
  '',
  'ascii',
  'unknown-8bit',
  'x-unknown',
  'unknown',
  'default',
  'ansi_x3.4-1968',
]);
/** Bytes in which HTML declares its charset (HTML Living Standard 13.2.3.2). */
const META_BYTES = 1024;
const META_CHARSET = /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,60})/i;

/**
 * Decodes a body: by its declared charset; as UTF-8 when that fails and UTF-8 fits; and without a charset as
 * UTF-8, ISO-2022, the charset of its `meta` element or the one that its characters tell, else Windows-1252.
 */
export function decodeBody(bytes: Buffer, label: string, isHtml: boolean): DecodedBody {
  const written = label.trim().toLowerCase();
  const declared = NO_CHARSET.has(written) || written === 'us-ascii' ? null : charsetOf(written);
  if (isAscii(bytes) && (declared === null || !needsDecoding(declared))) return ascii(bytes, declared);
  return declared === null ? undeclared(bytes, isHtml) : inDeclared(bytes, declared);
}

/** Whether ASCII bytes may stand for other characters. */
function needsDecoding(name: string): boolean {
  return isSevenBit(name) || name.startsWith('utf-16');
}

function ascii(bytes: Buffer, declared: string | null): DecodedBody {
  const text = bytes.toString('latin1');
  const escaped = declared === null ? escapedCharset(bytes) : null;
  if (escaped === null) return { text, otherText: null, isExact: true };
  return { text: decodeAs(bytes, escaped), otherText: text, isExact: true };
}

function inDeclared(bytes: Buffer, name: string): DecodedBody {
  const exact = decodeExactly(bytes, name);
  if (exact !== null && !isRatherUtf8(bytes, name)) {
    return { text: exact, otherText: otherThan(exact, bytes, name), isExact: true };
  }
  const loose = decodeAs(bytes, name);
  if (name === 'utf-8' || !isUtf8(bytes)) return { text: loose, otherText: null, isExact: false };
  const otherText = /[\p{L}\p{N}]/u.test(loose) ? loose : null;
  return { text: decodeAs(bytes, 'utf-8'), otherText, isExact: true };
}

/** Text in these charsets is rarely UTF-8 by chance, and hardly ever as several East Asian characters. */
const EAST_ASIAN = /[\u3000-\ud7ff][^\u3000-\ud7ff]{0,1000}[\u3000-\ud7ff]/;

function isRatherUtf8(bytes: Buffer, name: string): boolean {
  return isMultiByte(name) && isUtf8(bytes) && EAST_ASIAN.test(decodeAs(bytes, 'utf-8'));
}

/** 7-bit charsets that hardly any program knows, and UTF-16, show other words where they aren't decoded. */
function otherThan(text: string, bytes: Buffer, name: string): string | null {
  if (!name.startsWith('utf-16') && !(isSevenBit(name) && name !== 'iso-2022-jp')) return null;
  const plain = bytes.toString('latin1').replaceAll('\0', '');
  return plain === text || !isUtf8(bytes) ? null : plain;
}

function undeclared(bytes: Buffer, isHtml: boolean): DecodedBody {
  const utf8 = decodeExactly(bytes, 'utf-8');
  if (utf8 !== null) return { text: utf8, otherText: null, isExact: true };
  const name = (isHtml ? metaCharset(bytes) : null) ?? guessCharset(bytes) ?? 'windows-1252';
  const text = decodeAs(bytes, name);
  const western = decodeAs(bytes, 'windows-1252');
  return { text, otherText: lettersOf(text) === lettersOf(western) ? null : western, isExact: true };
}

/** In some charsets an ASCII letter is the second byte of a character. */
export function lettersOf(text: string): string {
  return text.replace(/[^A-Za-z0-9]+/g, '');
}

function metaCharset(bytes: Buffer): string | null {
  const label = META_CHARSET.exec(bytes.toString('latin1', 0, META_BYTES))?.[1];
  const name = label === undefined ? null : charsetOf(label);
  return name === null || needsDecoding(name) || decodeExactly(bytes, name) === null ? null : name;
}
