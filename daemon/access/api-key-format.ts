import { hash, timingSafeEqual } from 'node:crypto';
import { base62, type Random } from '../platform/system/random.ts';

/**
 * `am_live_<22 base62>.<43 base64url>`: a public id, and a secret of 32 bytes that is stored as its SHA-256.
 */
const FORMAT = /^(am_live_[0-9A-Za-z]{22})\.([A-Za-z0-9_-]{43})$/;
const PUBLIC_PREFIX = 'am_live_';
const PUBLIC_CHARACTERS = 22;
const SECRET_BYTES = 32;

/** `<publicId>.<secret>`. The id is stored and shown; only the hash of the secret is stored. */
export interface ApiKeyParts {
  readonly publicId: string;
  readonly secret: string;
}

export function parseApiKey(token: string): ApiKeyParts | null {
  const match = FORMAT.exec(token);
  return match?.[1] && match[2] ? { publicId: match[1], secret: match[2] } : null;
}

export function newApiKey(random: Random): ApiKeyParts {
  return {
    publicId: PUBLIC_PREFIX + base62(random, PUBLIC_CHARACTERS),
    secret: random.bytes(SECRET_BYTES).toString('base64url'),
  };
}

export function joinApiKey(parts: ApiKeyParts): string {
  return `${parts.publicId}.${parts.secret}`;
}

/** Unsalted and fast on purpose: the secret is random, so there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares in constant time. */
export function secretMatches(secret: string, secretHash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), secretHash);
}

/** The prefix and four characters, for lists. */
export function maskPublicId(publicId: string): string {
  return `${publicId.slice(0, PUBLIC_PREFIX.length + 4)}...`;
}
