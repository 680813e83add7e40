import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** Chance as the service uses it: identifiers and secrets. */
export interface Random {
  /** A UUIDv7 for `time` (milliseconds since 1970); ids made later sort later. */
  id(time: number): string;
  bytes(count: number): Buffer;
}

export const systemRandom: Random = {
  id: (time) => v7({ msecs: time }),
  bytes: (count) => randomBytes(count),
};
