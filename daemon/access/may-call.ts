import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { ServiceError } from '../platform/errors/service-error.ts';
import type { AccessContext } from './context.ts';
import { assertAdmin, type Principal } from './principal.ts';
import { assertUnlocked } from './signup-lock.ts';

/** Checks what the contract says about the callers of an endpoint, and counts the call. */
export function assertMayCall(context: AccessContext, endpoint: Endpoint, principal: Principal): void {
  assertPace(context, principal);
  if (!endpoint.whileLocked) assertUnlocked(context, principal);
  if (endpoint.who === 'admin') assertAdmin(principal);
  if (endpoint.who === 'session' && principal.method !== 'session') {
    throw new ServiceError(endpoint.bearerRefusal ?? 'SESSION_AUTH_REQUIRED');
  }
}

/** Seconds between two heartbeats of a node. */
const NEXT_HEARTBEAT = 5;

/** Refuses to answer for a database that this node can't reach. Others may have taken over its work. */
export function assertTrusted({ store }: Pick<AccessContext, 'store'>): void {
  if (store.cluster.isTrusted) return;
  throw new ServiceError(
    'SERVICE_UNAVAILABLE',
    { retry_after: NEXT_HEARTBEAT },
    { message: "This node can't reach the database." },
  );
}

/** Each node allows its share of the limit, so that requests cost no statement of the database. */
export function assertPace({ clock, guards, settings, store }: AccessContext, principal: Principal): void {
  const limit = Math.ceil(settings.get('http.requests_per_minute') / store.cluster.size);
  const credential = principal.keyId ?? principal.sessionId ?? principal.account.id;
  guards.requests.assertBelow(limit, credential, clock.now());
}
