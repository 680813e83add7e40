import { LIMITS } from '../../../shared/contract/limits.ts';
import { badRequest } from './envelope.ts';

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A request body: one JSON object in UTF-8 without U+0000 or unpaired surrogates; nothing at all is `{}`. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  assertBounded(bytes);
  let text: string;
  let value: unknown;
  try {
    text = DECODER.decode(bytes);
  } catch {
    throw badRequest("the body isn't valid UTF-8");
  }
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("the body isn't valid JSON");
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('the body must be a JSON object');
  }
  assertSoundStrings(value);
  return value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d]);
const COMMA = 0x2c;

/**
 * Refuses a body with too many values or levels before it's parsed: parsing 2 MB of small fields takes ten
 * times as long as counting them, and finding 10,000 of them ends the count.
 */
function assertBounded(bytes: Buffer): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
      continue;
    }
    if (byte === COMMA) values++;
    else if (OPENING.has(byte)) {
      values++;
      depth++;
    } else if (CLOSING.has(byte)) depth--;
    if (depth > LIMITS.bodyDepth) throw badRequest('the body is nested too deeply');
    if (values > LIMITS.bodyValues) throw badRequest('the body has too many fields and items');
  }
}

/** The place of the closing quote, or the end of an unclosed string. */
function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

/**
 * Refuses strings with U+0000, at which SQLite would end them, and with unpaired surrogates. Walks without
 * recursion: the nesting is the caller's to choose.
 */
export function assertSoundStrings(root: object): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') assertSound(value);
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        assertSound(key);
        // Objects made of it would lose the field silently, instead of refusing it.
        if (key === '__proto__') throw badRequest('a field must not be named __proto__');
        open.push(item);
      }
    }
  }
}

function assertSound(text: string): void {
  if (text.includes('\0')) throw badRequest('strings must not contain U+0000');
  if (!text.isWellFormed()) throw badRequest('strings must not contain unpaired surrogates');
}
