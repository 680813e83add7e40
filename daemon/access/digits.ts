import type { Random } from '../platform/system/random.ts';

const DIGITS = 6;
const RANGE = 10 ** DIGITS;
/** Numbers at or above this would make some codes more likely than others. */
const FAIR = Math.floor(2 ** 32 / RANGE) * RANGE;

/** A code of six digits, each equally likely. */
export function randomDigits(random: Random): string {
  for (;;) {
    const number = random.bytes(4).readUInt32BE();
    if (number < FAIR) return String(number % RANGE).padStart(DIGITS, '0');
  }
}
