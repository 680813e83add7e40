import { createHash } from 'node:crypto';
import type { Random } from '../../system/random.ts';

/** The secret of a confirmation link: 32 random bytes, of which only the SHA-256 is stored (decisions 5.11). */
const TOKEN_BYTES = 32;
const FORMAT = /^[A-Za-z0-9_-]{43}$/;

export function newToken(random: Random): string {
  return random.bytes(TOKEN_BYTES).toString('base64url');
}

export function isToken(text: string): boolean {
  return FORMAT.test(text);
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
