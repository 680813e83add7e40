import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { authenticate } from '../access/authenticate.ts';
import { assertAdmin, type Principal } from '../access/principal.ts';
import { assertUnlocked } from '../access/signup-lock.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';

/** Checks the credential of a request before its body is read, in the order of decisions 1.10. */
export async function authenticateRequest(
  context: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
  operatorToken: string,
): Promise<Principal | null> {
  const { authorization } = request.headers;
  if (endpoint.who === 'operator') {
    assertOperator(request, operatorToken);
    return null;
  }
  if (endpoint.who === 'public') {
    // A credential that is sent to the health check is still checked.
    if (endpoint.id === 'health' && authorization !== undefined) await authenticate(context, authorization);
    return null;
  }
  const principal = await authenticate(context, authorization);
  if (!endpoint.whileLocked) assertUnlocked(principal);
  if (endpoint.who === 'admin') assertAdmin(principal);
  return principal;
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** The owner's surface: a peer on this machine, no browser page, the token of the home folder. */
function assertOperator(request: FastifyRequest, token: string): void {
  if (!LOOPBACK.test(request.raw.socket.remoteAddress ?? '')) {
    throw new ServiceError('FORBIDDEN', { reason: 'loopback_only' });
  }
  if (request.headers.origin !== undefined) throw new ServiceError('FORBIDDEN', { reason: 'cross_site' });
  const given = Buffer.from(/^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const expected = Buffer.from(token);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ServiceError('UNAUTHORIZED');
  }
}
