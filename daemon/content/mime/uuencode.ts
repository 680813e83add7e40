import { MAX_PARTS } from './limits.ts';
import { withoutControls } from './text.ts';
import { UnparsableMessage } from './unparsable.ts';

/** A file that stands in the text of a message. */
export interface UuencodedFile {
  readonly filename: string | null;
  readonly content: Buffer;
}

/** Text without the files in it. */
export interface UuencodedText {
  readonly text: string;
  readonly files: readonly UuencodedFile[];
  /** Lines of the files, as a program shows them that doesn't know the format; empty without files. */
  readonly removed: string;
}

/** POSIX uuencode, in its own alphabet or in base64. */
const BEGIN = /^begin(-base64)? [0-7]{3,4} (.{1,1000})$/;
const MAX_NAME_LENGTH = 255;

/** A block of lines that is a file. */
interface UuencodedBlock extends UuencodedFile {
  /** Index of the line after it. */
  readonly next: number;
  /** It has its last line. One without stays in the text as well. */
  readonly isWhole: boolean;
}

/**
 * Takes uuencoded files out of a text. Throws `UnparsableMessage` when there are more than a message may
 * have.
 */
export function splitUuencoded(text: string): UuencodedText {
  if (!/^begin(?:-base64)? /m.test(text)) return { text, files: [], removed: '' };
  const lines = text.split('\n');
  const [kept, removed]: [string[], string[]] = [[], []];
  const files: UuencodedFile[] = [];
  for (let index = 0; index < lines.length; ) {
    const block = blockAt(lines, index);
    const next = block?.next ?? index + 1;
    const side = block?.isWhole ? removed : kept;
    for (const line of lines.slice(index, next)) side.push(line);
    if (block) files.push({ filename: block.filename, content: block.content });
    if (files.length > MAX_PARTS) throw new UnparsableMessage('too_many_parts');
    index = next;
  }
  return { text: kept.join('\n').trimEnd(), files, removed: removed.join('\n') };
}

/** Decodes a body that is one file; null when it isn't. */
export function decodeUuencoded(body: Buffer): Buffer | null {
  const lines = body.toString('latin1').split(/\r?\n/);
  const start = lines.findIndex((line) => BEGIN.test(line));
  return start === -1 ? null : (blockAt(lines, start)?.content ?? null);
}

function blockAt(lines: readonly string[], start: number): UuencodedBlock | null {
  const [, base64, name = ''] = BEGIN.exec((lines[start] ?? '').trimEnd()) ?? [];
  if (name === '') return null;
  const read = base64 ? readBase64(lines, start + 1) : readLines(lines, start + 1);
  if (read.content.length === 0) return null;
  const filename = withoutControls(name).slice(0, MAX_NAME_LENGTH);
  return { ...read, filename: filename === '' ? null : filename };
}

type Read = Pick<UuencodedBlock, 'content' | 'next' | 'isWhole'>;

function readLines(lines: readonly string[], start: number): Read {
  const pieces: Buffer[] = [];
  let index = start;
  for (; index < lines.length; index++) {
    const bytes = bytesOfLine(lines[index] ?? '');
    if (bytes === null) break;
    pieces.push(bytes);
  }
  // The line of no bytes may have lost its blank.
  if (/^[ `]?$/.test(lines[index] ?? 'none')) index++;
  const isWhole = (lines[index] ?? '').trimEnd() === 'end';
  return { content: Buffer.concat(pieces), next: isWhole ? index + 1 : index, isWhole };
}

const UU_LINE = /^[!-M][ -`]*$/;

/**
 * Bytes of a data line; null for any other line. Blanks at its end may be lost, and a checksum may follow.
 */
function bytesOfLine(line: string): Buffer | null {
  const source = line.replace(/\r$/, '');
  if (!UU_LINE.test(source)) return null;
  const length = (source.charCodeAt(0) - 0x20) & 0x3f;
  const characters = Math.ceil(length / 3) * 4;
  const surplus = source.length - 1 - characters;
  if (surplus > 2 || (surplus < 0 && characters + surplus < 1)) return null;
  const bytes = Buffer.alloc((characters / 4) * 3);
  for (let group = 0; group < characters / 4; group++) {
    let bits = 0;
    for (let index = 0; index < 4; index++) {
      const code = source.charCodeAt(1 + group * 4 + index);
      bits = (bits << 6) | (Number.isNaN(code) ? 0 : (code - 0x20) & 0x3f);
    }
    bytes.writeUIntBE(bits, group * 3, 3);
  }
  return bytes.subarray(0, length);
}

const BASE64_LINE = /^[A-Za-z0-9+/]{1,1000}={0,2}$/;

function readBase64(lines: readonly string[], start: number): Read {
  const pieces: Buffer[] = [];
  let index = start;
  for (; BASE64_LINE.test((lines[index] ?? '').trimEnd()); index++) {
    pieces.push(Buffer.from(lines[index] ?? '', 'base64'));
  }
  const isWhole = (lines[index] ?? '').trimEnd() === '====';
  return { content: Buffer.concat(pieces), next: isWhole ? index + 1 : index, isWhole };
}
