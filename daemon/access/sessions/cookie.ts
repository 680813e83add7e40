import { SESSION_COOKIE } from '../../../shared/contract/sessions.ts';

export function readSessionCookie(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === SESSION_COOKIE && value) return value;
  }
  return undefined;
}

/** A Set-Cookie header; 0 `seconds` deletes the cookie. */
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
