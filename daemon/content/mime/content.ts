import { decodeBody } from './body-charset.ts';
import { filenameIn } from './filename.ts';
import { joinFlowed } from './flowed.ts';
import { readStructured } from './parameters.ts';
import type { CharsetHint } from './text.ts';
import { decodeTransfer } from './transfer.ts';
import type { Defect, Entity } from './tree.ts';

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

/** Text of a part. */
export interface PartText {
  /** LF line ends, no trailing line breaks. */
  readonly text: string;
  /** Text of a program that takes the bytes for another charset; null when it has no other words. */
  readonly otherText: string | null;
}

/** Decodes the text of a part: its charset and flowed lines (RFC 3676) resolved. */
export function readTextPart(entity: Entity, raw: Buffer, defects: Set<Defect>): PartText {
  const bytes = bytesOf(entity, raw, defects);
  const { value, parameters } = entity.contentType;
  const isHtml = value === 'text/html';
  const { text, otherText, isExact } = decodeBody(bytes, parameters.get('charset') ?? '', isHtml);
  if (!isExact) defects.add('undecodable_text');
  const isFlowed = !isHtml && /^flowed$/i.test(parameters.get('format') ?? '');
  const deletesSpace = /^yes$/i.test(parameters.get('delsp') ?? '');
  const lines = clean(text);
  return {
    text: withoutLastLineEnds(isFlowed ? joinFlowed(lines, deletesSpace) : lines),
    otherText: otherText === null ? null : clean(otherText),
  };
}

/** As `readTextPart`, the text alone. */
export function textContent(entity: Entity, raw: Buffer, defects: Set<Defect>): string {
  return readTextPart(entity, raw, defects).text;
}

/** U+0000 is removed: no mail program shows it, and SQLite's functions end a text there. */
function clean(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\r\n', '\n');
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** The part's file name, decoded; null without one. */
export function filenameOf(entity: Entity, hint?: CharsetHint): string | null {
  const contentType = fieldOf(entity, 'content-type') ?? '';
  const disposition = fieldOf(entity, 'content-disposition') ?? '';
  return filenameIn({ contentType, disposition }, hint);
}
