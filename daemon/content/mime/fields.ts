import { MAX_HEADER_BYTES } from './limits.ts';

/** An unfolded header field. */
export type HeaderField = {
  /** Lower case. */
  readonly name: string;
  /** One character per byte (ISO 8859-1); `text.ts` makes text of it. */
  readonly value: string;
  /** Range of the field in its source. */
  readonly start: number;
  readonly end: number;
};

export type HeaderBlock = {
  readonly fields: readonly HeaderField[];
  /** Start of the body. */
  readonly bodyStart: number;
  /** False when the header exceeds the bytes that are read. */
  readonly complete: boolean;
  /** True when a line is neither a field nor a continuation. */
  readonly malformed: boolean;
};

const BYTE_ORDER_MARK = '\xef\xbb\xbf';
/** RFC 5322 3.6.8, and white space before the colon as old mailers wrote it. */
const FIELD_NAME = /([!-9;-~]+)[ \t]*:/y;
const MBOX_SEPARATOR = /^>?From [^\n]*\n/;

/** Parses the header block at `start`, after a byte order mark or mbox line. */
export function readHeaderBlock(raw: Buffer, start = 0, end = raw.length): HeaderBlock {
  const limit = Math.min(end, start + MAX_HEADER_BYTES);
  const blankLine = findBlankLine(raw, start, limit);
  const complete = blankLine !== null || limit === end;
  const block = raw.toString('latin1', start, blankLine?.start ?? limit);
  const read = readLines(block, start === 0 ? lengthOfPrefix(block) : 0);
  const fields = start === 0 ? read.fields : read.fields.map((field) => moved(field, start));
  const bodyStart = read.bodyStart === null ? (blankLine?.end ?? limit) : start + read.bodyStart;
  return { fields, bodyStart, complete, malformed: read.malformed };
}

function moved(field: HeaderField, by: number): HeaderField {
  return { ...field, start: field.start + by, end: field.end + by };
}

/** Finds the empty line after the header. */
function findBlankLine(raw: Buffer, start: number, limit: number): { start: number; end: number } | null {
  if (raw[start] === 0x0a) return { start, end: start + 1 };
  if (raw[start] === 0x0d && raw[start + 1] === 0x0a) return { start, end: start + 2 };
  const view = raw.subarray(start, limit);
  const crlf = view.indexOf('\n\r\n');
  const lf = (crlf === -1 ? view : view.subarray(0, crlf)).indexOf('\n\n');
  if (lf !== -1) return { start: start + lf + 1, end: start + lf + 2 };
  return crlf === -1 ? null : { start: start + crlf + 1, end: start + crlf + 3 };
}

function lengthOfPrefix(block: string): number {
  const mark = block.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  return mark + (MBOX_SEPARATOR.exec(block.slice(mark, mark + 1000))?.[0].length ?? 0);
}

type ReadLines = { fields: HeaderField[]; bodyStart: number | null; malformed: boolean };

function readLines(block: string, from: number): ReadLines {
  const fields: HeaderField[] = [];
  let malformed = false;
  // A stray line begins the body if no field follows before the empty line; otherwise it's skipped.
  let strayLine: number | null = null;
  let position = from;
  while (position < block.length) {
    const end = endOfField(block, position);
    FIELD_NAME.lastIndex = position;
    const name = FIELD_NAME.exec(block)?.[1];
    if (name === undefined) {
      malformed = true;
      strayLine ??= position;
    } else {
      strayLine = null;
      const value = unfold(block.slice(FIELD_NAME.lastIndex, end));
      fields.push({ name: name.toLowerCase(), value, start: position, end });
    }
    position = end;
  }
  return { fields, bodyStart: strayLine, malformed };
}

/** End of the line at `position` and its continuation lines. */
function endOfField(block: string, position: number): number {
  let end = position;
  for (;;) {
    const lineEnd = block.indexOf('\n', end);
    if (lineEnd === -1) return block.length;
    end = lineEnd + 1;
    const next = block.charCodeAt(end);
    if (next !== 0x20 && next !== 0x09) return end;
  }
}

/** Replaces folds by a space. `String.trim` would remove the byte 0xA0, the end of a UTF-8 "à". */
function unfold(value: string): string {
  if (!value.includes('\n', value.indexOf('\n') + 1)) return trimmed(value);
  return trimmed(value.split('\n').map(trimmed).join(' '));
}

function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isWhiteSpace(value.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a;
}

/**
 * Removes fields with this name (lower case) whose value matches; returns the same buffer when there are
 * none.
 */
export function removeHeaderFields(raw: Buffer, name: string, matches: (value: string) => boolean): Buffer {
  const doomed = readHeaderBlock(raw).fields.filter((field) => field.name === name && matches(field.value));
  if (doomed.length === 0) return raw;
  const kept: Buffer[] = [];
  let position = 0;
  for (const field of doomed) {
    kept.push(raw.subarray(position, field.start));
    position = field.end;
  }
  kept.push(raw.subarray(position));
  return Buffer.concat(kept);
}
