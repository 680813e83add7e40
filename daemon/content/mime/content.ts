import { isAscii, isUtf8 } from 'node:buffer';
import PostalMime from 'postal-mime';
import { readStructured } from './parameters.ts';
import { textOf, withoutControls } from './text.ts';
import { decodeTransfer } from './transfer.ts';
import type { Defect, Entity } from './tree.ts';

/** Charsets whose bytes look like ASCII but aren't. */
const SEVEN_BIT_CHARSET = /^(?:iso-2022|hz|utf-?7|utf-?16|utf-?32|ucs|unicode)/;
/** Charset labels of mailers that don't know the charset. */
const NO_CHARSET = new Set([
  '',
  'us-ascii',
  'ascii',
  'ansi_x3.4-1968',
  'unknown-8bit',
  'x-unknown',
  'unknown',
  'default',
]);

const MAX_FILENAME_LENGTH = 255;

/** The value of the first field of that name, or null. */
export function fieldOf(entity: Entity, name: string): string | null {
  return entity.fields.find((field) => field.name === name)?.value ?? null;
}

/** Decoded bytes of the part. */
export function bytesOf(entity: Entity, raw: Buffer, defects: Set<Defect>): Buffer {
  const encoding = readStructured(fieldOf(entity, 'content-transfer-encoding') ?? '').value;
  const { bytes, known } = decodeTransfer(encoding, raw.subarray(entity.bodyStart, entity.bodyEnd));
  if (!known) defects.add('unknown_transfer_encoding');
  return bytes;
}

/**
 * Decoded text of a part: charset and flowed lines (RFC 3676) resolved, LF line ends, no trailing line
 * breaks. U+0000 is removed: no mail program shows it, and SQLite's functions end a text there.
 */
export async function textContent(entity: Entity, raw: Buffer, defects: Set<Defect>): Promise<string> {
  const bytes = bytesOf(entity, raw, defects);
  const { value, parameters } = entity.contentType;
  const type = value === 'text/html' ? 'text/html' : 'text/plain';
  const flow = ['format', 'delsp'].map((name) => `; ${name}="${token(parameters.get(name) ?? '')}"`).join('');
  const charset = charsetFor(parameters.get('charset') ?? '', bytes, defects);
  const header = `Content-Type: ${type}; charset="${charset}"${flow}\nContent-Transfer-Encoding: base64\n\n`;
  const { text = '', html = '' } = await PostalMime.parse(`${header}${bytes.toString('base64')}`);
  return withoutLastLineEnds(
    (type === 'text/html' ? html : text).replaceAll('\0', '').replaceAll('\r\n', '\n'),
  );
}

/** The declared charset if plausible, else UTF-8 or Windows-1252 by the bytes. */
function charsetFor(declared: string, bytes: Buffer, defects: Set<Defect>): string {
  const label = token(declared.trim().toLowerCase());
  if (SEVEN_BIT_CHARSET.test(label)) return label;
  if (isAscii(bytes)) return 'utf-8';
  const utf8 = isUtf8(bytes);
  if (NO_CHARSET.has(label)) return utf8 ? 'utf-8' : 'windows-1252';
  if (/^utf-?8$/.test(label) && !utf8) defects.add('undecodable_text');
  return utf8 && !isEncoding(label) ? 'utf-8' : label;
}

function isEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** Keeps only characters that are valid in a generated header. */
function token(value: string): string {
  return value.replace(/[^\w.:+-]/g, '').slice(0, 60);
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** The part's file name, decoded (RFC 2047, RFC 2231) and without control characters. */
export async function filenameOf(entity: Entity): Promise<string | null> {
  const disposition = fieldOf(entity, 'content-disposition') ?? '';
  const contentType = fieldOf(entity, 'content-type') ?? '';
  if (!/name/i.test(disposition + contentType)) return null;
  // Only parameters matter here, whatever the part's type is.
  const header =
    `Content-Type: application/octet-stream${parametersOf(contentType)}\n` +
    `Content-Disposition: attachment${parametersOf(disposition)}\n\n`;
  const { attachments } = await PostalMime.parse(header);
  const filename = withoutControls(attachments[0]?.filename ?? '').slice(0, MAX_FILENAME_LENGTH);
  return filename === '' ? null : filename;
}

function parametersOf(value: string): string {
  const semicolon = value.indexOf(';');
  return semicolon === -1 ? '' : textOf(value.slice(semicolon));
}
