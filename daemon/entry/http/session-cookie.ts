import type { FastifyRequest } from 'fastify';
import { PAGE_SECRET_HEADER } from '../../../shared/session-cookie.ts';
import { readSessionCookies, sessionCookie } from '../../access/sessions/cookie.ts';
import type { ClientFacts } from '../../access/sessions/open.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { isToken } from '../../platform/system/random-token.ts';
import { badRequest } from './envelope.ts';

/** The session cookie of a request; undefined without one. Refuses several, as one is of another program. */
export function sessionTokenOf(request: FastifyRequest, client: ClientFacts): string | undefined {
  const [token, ...others] = readSessionCookies(request.headers.cookie, client);
  if (others.length === 0) return token;
  throw new ServiceError(
    'UNAUTHORIZED',
    { reason: 'several_cookies' },
    {
      message: 'Another program on this host has set a session cookie too. It was removed: sign in again.',
      headers: { 'set-cookie': shadowsOf(request).map((path) => sessionCookie('', 0, client, path)) },
    },
  );
}

/** Paths of cookies that a browser sends with this request besides those of the daemon, which have `/`. */
function shadowsOf(request: FastifyRequest): string[] {
  const [path = ''] = request.url.split(/[^\w/%.~@+:-]/, 1);
  const names = path.split('/').slice(1);
  return names.flatMap((_, index) => {
    const start = `/${names.slice(0, index + 1).join('/')}`;
    return [start, `${start}/`];
  });
}

/** For requests that start a session, which a malformed secret would bind to nothing. */
export function assertPageSecret({ pageSecret }: Pick<ClientFacts, 'pageSecret'>): void {
  if (pageSecret === null || isToken(pageSecret)) return;
  throw badRequest(`the header ${PAGE_SECRET_HEADER} must have 43 characters of base64url`);
}
