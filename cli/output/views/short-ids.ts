const SHORT_ID_LENGTH = 8;
const HASH = { start: 0x811c9dc5, factor: 0x01000193 };

/** The end of an ID, because messages of one minute share the beginning. */
export function shortId(id: string): string {
  return id.slice(-SHORT_ID_LENGTH);
}

/** A short form of a Message-ID (FNV-1a). The letter distinguishes it from a message's short ID. */
export function shortThreadId(key: string): string {
  let hash = HASH.start;
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, HASH.factor) >>> 0;
  return `t${hash.toString(16).padStart(8, '0').slice(-7)}`;
}
