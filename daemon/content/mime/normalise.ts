import { removeHeaderFields } from './fields.ts';

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Normalises a received message: CRLF line ends, no NUL, and no `Authentication-Results` in this daemon's
 * name (RFC 8601 section 5). A message that's already normal is returned without a copy.
 */
export function normalise(raw: Buffer, ...hostnames: readonly string[]): Buffer {
  const lines = hasCleanLines(raw) ? raw : withCleanLines(raw);
  const own = new Set(hostnames.map((hostname) => hostname.toLowerCase()));
  return removeHeaderFields(lines, 'authentication-results', (value) => own.has(authservId(value)));
}

/**
 * Tests four bytes at a time, and looks closer only if one is below 0x0e, in mail nearly always a line end.
 * Costs half of native searches for line ends, and a quarter of a loop over bytes.
 */
function hasCleanLines(raw: Buffer): boolean {
  const head = Math.min(-raw.byteOffset & 3, raw.length);
  const words = new Int32Array(raw.buffer, raw.byteOffset + head, (raw.length - head) >> 2);
  if (!cleanBetween(raw, 0, head)) return false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? 0;
    // The usual test for a byte below n in a word. It has false positives, but no false negatives.
    if (((word - 0x0e0e0e0e) & ~word & 0x80808080) === 0) continue;
    const start = head + index * 4;
    if (!cleanBetween(raw, start, start + 4)) return false;
  }
  return cleanBetween(raw, head + words.length * 4, raw.length);
}

function cleanBetween(raw: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = raw[index];
    if (byte === CR && raw[index + 1] !== LF) return false;
    if (byte === LF && raw[index - 1] !== CR) return false;
    if (byte === NUL) return false;
  }
  return true;
}

function withCleanLines(raw: Buffer): Buffer {
  // In the worst case every byte is a bare line end and becomes two.
  const out = Buffer.allocUnsafe(raw.length * 2);
  let length = 0;
  let afterCr = false;
  for (const byte of raw) {
    if (byte === NUL) continue;
    if (byte === LF && afterCr) {
      afterCr = false;
      continue;
    }
    afterCr = byte === CR;
    if (byte === CR || byte === LF) {
      out[length++] = CR;
      out[length++] = LF;
    } else {
      out[length++] = byte;
    }
  }
  // Copies the used part, so that the larger buffer is freed.
  return Buffer.from(out.subarray(0, length));
}

/**
 * The authserv-id of an Authentication-Results value: its first word after comments, quoted or not, in lower
 * case.
 */
function authservId(value: string): string {
  const text = withoutComments(value).trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text);
  const id = quoted?.[1] ?? /^[^\s;]+/.exec(text)?.[0] ?? '';
  return id.replace(/\\(.)/g, '$1').replace(/\.$/, '').toLowerCase();
}

function withoutComments(value: string): string {
  let depth = 0;
  let out = '';
  for (let index = 0; index < value.length; index++) {
    const character = value[index];
    if (character === '\\' && depth > 0) index++;
    else if (character === '(') depth++;
    else if (character === ')' && depth > 0) depth--;
    else if (depth === 0) out += character;
  }
  return out;
}
