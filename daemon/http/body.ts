import { badRequest } from './envelope.ts';

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A request body: one JSON object in UTF-8 without U+0000 or unpaired surrogates; nothing at all is `{}`. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
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
