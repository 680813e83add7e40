import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { authenticate, authenticateKey } from '../../access/authenticate.ts';
import { assertMayCall, assertPace, assertTrusted } from '../../access/may-call.ts';
import type { Principal } from '../../access/principal.ts';
import { authenticateFrame } from '../../access/sessions/authenticate.ts';
import { assertUnlocked } from '../../access/signup-lock.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Clients } from './client.ts';
import { assertNoForeignOrigin, assertSameSite } from './cross-site.ts';
import { assertPageSecret, sessionTokenOf } from './session-cookie.ts';

/** Dependencies of the credential checks. */
export interface Gatekeeper {
  readonly context: Context;
  readonly clients: Clients;
  readonly operatorToken: string;
}

/**
 * Checks the credential of a request before its body is read; `onCaller` learns whose it is, refused or not.
 */
export async function authenticateRequest(
  gatekeeper: Gatekeeper,
  endpoint: Endpoint,
  request: FastifyRequest,
  onCaller?: (principal: Principal) => void,
): Promise<Principal | null> {
  const { context, clients } = gatekeeper;
  const { authorization } = request.headers;
  if (endpoint.who === 'operator') {
    assertOperator(gatekeeper, endpoint, request);
    return null;
  }
  const client = clients.of(request);
  const { address, pageSecret } = client;
  if (endpoint.who === 'public') {
    if (endpoint.sameSite) {
      assertNoForeignOrigin(clients, request);
      assertPageSecret(client);
    }
    // A credential that is sent to the health check is still checked.
    if (endpoint.id === 'health' && authorization !== undefined) {
      await authenticateKey(context, authorization, address);
    }
    return null;
  }
  assertTrusted(context);
  // A key has precedence, so the cookies beside it don't matter.
  const token = authorization === undefined ? sessionTokenOf(request, client) : undefined;
  const session = token === undefined ? undefined : { token, pageSecret };
  const principal = await authenticate(context, { authorization, session, address });
  onCaller?.(principal);
  if (principal.method === 'session' && endpoint.method !== 'GET') assertSameSite(clients, request);
  assertMayCall(context, endpoint, principal);
  return principal;
}

/**
 * Authenticates a frame of the page by its cookie. Frames send no headers, so `vouches` checks that the page
 * of the session made the frame's address.
 */
export async function authenticateFrameRequest(
  { context, clients }: Gatekeeper,
  endpoint: Endpoint,
  request: FastifyRequest,
  vouches: (sessionId: string) => boolean,
): Promise<Principal> {
  assertTrusted(context);
  const token = sessionTokenOf(request, { ...clients.of(request), pageSecret: '' });
  if (token === undefined) throw new ServiceError('UNAUTHORIZED');
  const principal = await authenticateFrame(context, token, vouches);
  assertMayCall(context, endpoint, principal);
  return principal;
}

/**
 * Checks the credential of a model: an agent key, from no page of another site. What people send isn't held
 * for review, so their keys and sessions are refused.
 */
export async function authenticateModel(
  { context, clients }: Gatekeeper,
  request: FastifyRequest,
): Promise<Principal> {
  assertNoForeignOrigin(clients, request);
  assertTrusted(context);
  const { address } = clients.of(request);
  const principal = await authenticateKey(context, request.headers.authorization, address);
  assertPace(context, principal);
  assertUnlocked(context, principal);
  if (principal.role === 'agent') return principal;
  throw new ServiceError('FORBIDDEN', { reason: 'admin_key' }, { message: ADMIN_KEY_REFUSED });
}

const ADMIN_KEY_REFUSED =
  'Admin keys are for people: sends with one are never held for review. Use an agent key.';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Headers that proxies add: the caller behind the peer is someone else. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Refuses a peer on another machine, and one that forwards for someone else. */
export function assertFromThisMachine({ headers, raw }: FastifyRequest): void {
  const forwarded = FORWARDED.some((name) => headers[name] !== undefined);
  if (forwarded || !LOOPBACK.test(raw.socket.remoteAddress ?? '')) {
    throw new ServiceError('FORBIDDEN', { reason: 'loopback_only' });
  }
}

/**
 * The owner's surface: a peer on this machine that speaks for itself, no browser page, the token of the home
 * folder. Monitoring may come from elsewhere with a token of its own.
 */
function assertOperator(
  { context: { settings }, operatorToken }: Gatekeeper,
  endpoint: Endpoint,
  request: FastifyRequest,
): void {
  const { headers } = request;
  const token = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const mayScrape = endpoint.scraped === true && isSameToken(token, settings.get('metrics.token'));
  if (!mayScrape) assertFromThisMachine(request);
  if (headers.origin !== undefined) throw new ServiceError('FORBIDDEN', { reason: 'cross_site' });
  const mayDoWithout = endpoint.scraped === true && settings.get('http.metrics_loopback');
  if (mayScrape || (mayDoWithout && headers.authorization === undefined)) return;
  if (!isSameToken(token, operatorToken)) throw new ServiceError('UNAUTHORIZED');
}

/** Compares in constant time. */
function isSameToken(given: string, expected: string | null): boolean {
  if (expected === null) return false;
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
