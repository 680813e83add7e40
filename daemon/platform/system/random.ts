import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random identifiers and secrets. */
export interface Random {
  /** A UUIDv7 for `time` (milliseconds since 1970); ids made later sort later. */
  id(time: number): string;
  bytes(count: number): Buffer;
}

const ID_BYTES = 16;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes at or above this would make some characters more likely than others. */
const BASE62_BYTE_LIMIT = 248;
/** Random bytes are drawn in bulk: a draw costs more than an id. */
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;

function idBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

export const systemRandom: Random = {
  id: (time) => v7({ msecs: time, random: idBytes() }),
  bytes: (count) => randomBytes(count),
};

/** Random letters and digits. */
export function base62(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < BASE62_BYTE_LIMIT && text.length < length) text += BASE62[byte % BASE62.length];
    }
  }
  return text;
}
