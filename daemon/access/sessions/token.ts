import { createHash } from 'node:crypto';
import { SESSION_COOKIE } from '../../../shared/contract/sessions.ts';
import type { Random } from '../../system/random.ts';

/** The value of the session cookie: 32 random bytes, of which only the SHA-256 is stored. */
const TOKEN_BYTES = 32;
const FORMAT = /^[A-Za-z0-9_-]{43}$/;

export function newSessionToken(random: Random): string {
  return random.bytes(TOKEN_BYTES).toString('base64url');
}

export function isSessionToken(text: string): boolean {
  return FORMAT.test(text);
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The session cookie of a Cookie header. */
export function readSessionCookie(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === SESSION_COOKIE && value) return value;
  }
  return undefined;
}

/** A Set-Cookie header that gives the cookie to the browser, or takes it away when `seconds` is 0. */
export function sessionCookie(token: string, seconds: number, secure: boolean): string {
  const attributes = [
    `Max-Age=${seconds}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ];
  return [`${SESSION_COOKIE}=${token}`, ...attributes].join('; ');
}
