import type { FastifyRequest } from 'fastify';
import { SESSION_REQUEST_HEADER } from '../../../shared/contract/sessions.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Clients } from './client.ts';

/** Refuses requests of other sites' pages, which would act with the person's cookie. */

/** For requests with a session: requires the own origin, or none and a header that only programs send. */
export function assertSameSite(clients: Clients, request: FastifyRequest): void {
  const { origin } = request.headers;
  const { name, value } = SESSION_REQUEST_HEADER;
  const own = origin === undefined ? request.headers[name] === value : clients.isOwnOrigin(request, origin);
  if (!own) throw crossSite();
}

/** For requests that start a session: refuses a foreign origin. */
export function assertNoForeignOrigin(clients: Clients, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin !== undefined && !clients.isOwnOrigin(request, origin)) throw crossSite();
}

function crossSite(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    { reason: 'cross_site' },
    { message: "Cross-site requests aren't allowed." },
  );
}
