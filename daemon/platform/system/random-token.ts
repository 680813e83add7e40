import { createHash } from 'node:crypto';
import type { Random } from './random.ts';

/** Bytes of a token in a link or cookie; only its SHA-256 is stored. */
const BYTES = 32;
const FORMAT = /^[A-Za-z0-9_-]{43}$/;

export function newToken(random: Random): string {
  return random.bytes(BYTES).toString('base64url');
}

/** Whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return FORMAT.test(text);
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
