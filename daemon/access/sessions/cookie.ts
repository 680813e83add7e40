import { SESSION_COOKIE } from '../../../shared/contract/sessions.ts';
import type { ClientFacts } from './open.ts';

type CookieFacts = Pick<ClientFacts, 'secure' | 'pageSecret'>;

/**
 * The name of a caller's cookie. Browsers take one that begins with `__Host-` from this host only, over TLS
 * and for all paths, so no other site can replace or shadow it. Programs know the plain name.
 */
function cookieName({ secure, pageSecret }: CookieFacts): string {
  return secure && pageSecret !== null ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

/** The session cookies of a Cookie header. A browser sends several when another port has set one too. */
export function readSessionCookies(header: string | undefined, client: CookieFacts): readonly string[] {
  const expected = cookieName(client);
  return (header ?? '').split(';').flatMap((part) => {
    const [name, value] = part.trim().split('=', 2);
    return name === expected && value ? [value] : [];
  });
}

/** A Set-Cookie header; 0 `seconds` deletes the cookie. */
export function sessionCookie(token: string, seconds: number, client: CookieFacts, path = '/'): string {
  const attributes = [
    `Max-Age=${seconds}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(client.secure ? ['Secure'] : []),
  ];
  return [`${cookieName(client)}=${token}`, ...attributes].join('; ');
}
