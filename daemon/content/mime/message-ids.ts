import { decodedText } from './text.ts';

/** Stored references of a message. The first is the thread's root, the last the parent; the middle is cut. */
const MAX_REFERENCES = 100;
/** No line, and so no identifier, is longer (RFC 5322 2.1.1). */
const MAX_LENGTH = 998;

const BRACKETED = /<([^<>]+)>/g;

/** Every message identifier in a field value, with its brackets. */
export function messageIds(value: string): string[] {
  const ids: string[] = [];
  for (const match of value.matchAll(BRACKETED)) {
    const id = normalised(match[1] ?? '');
    if (id !== null) ids.push(id);
  }
  if (ids.length === 0 && /^[^\s<>]+$/.test(value)) {
    const bare = normalised(value);
    if (bare !== null) ids.push(bare);
  }
  return ids.length <= MAX_REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MAX_REFERENCES)];
}

/** White space within an identifier comes from folding. */
function normalised(inner: string): string | null {
  const id = decodedText(inner).replace(/\s+/g, '');
  return id === '' || id.length > MAX_LENGTH ? null : `<${id}>`;
}
