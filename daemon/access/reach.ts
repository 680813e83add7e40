import { LIMITS } from '../../shared/contract/limits.ts';
import { ServiceError } from '../platform/errors/service-error.ts';
import { prepareQuery } from '../platform/store/prepared.ts';
import type { AccessContext } from './context.ts';
import type { Principal } from './principal.ts';

/** Mailboxes that a reader currently reaches: all of its account, or some. */
export type MailboxReach = 'account' | ReadonlySet<string>;

/** Current reach of a caller whose request began earlier; null when its credential ended. */
export function currentReach(
  context: Pick<AccessContext, 'store' | 'clock'>,
  principal: Principal,
): Promise<MailboxReach | null> {
  return principal.sessionId === null
    ? reachOfKey(context, principal.keyId ?? '')
    : reachOfSession(context, principal.sessionId);
}

/** Refuses a credential that ended, or a key that was unbound from a mailbox, during a wait. */
export async function assertStillAllowed(
  context: Pick<AccessContext, 'store' | 'clock'>,
  principal: Principal,
  mailboxId: string,
): Promise<void> {
  const reach = await currentReach(context, principal);
  if (reach === null) throw new ServiceError(principal.keyId === null ? 'UNAUTHORIZED' : 'API_KEY_REVOKED');
  if (reach !== 'account' && !reach.has(mailboxId)) throw new ServiceError('MAILBOX_ACCESS_DENIED');
}

const findKey = prepareQuery<{ id: string }>()((db, param) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['role', 'mailbox_ids', 'status'])
    .where('api_keys.id', '=', param('id'))
    .where('revoked_at', 'is', null),
);

async function reachOfKey(
  { store }: Pick<AccessContext, 'store'>,
  keyId: string,
): Promise<MailboxReach | null> {
  const [key] = (await findKey(store.read, { id: keyId })).rows;
  if (!key || key.role === null || key.status === 'deleted') return null;
  return key.role === 'admin' ? 'account' : new Set(key.mailbox_ids);
}

const findSession = prepareQuery<{ id: string; now: number; seen_after: number }>()((db, param) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('status')
    .where('sessions.id', '=', param('id'))
    .where('expires_at', '>', param('now'))
    .where('last_seen_at', '>', param('seen_after')),
);

async function reachOfSession(
  { store, clock }: Pick<AccessContext, 'store' | 'clock'>,
  sessionId: string,
): Promise<MailboxReach | null> {
  const now = clock.now();
  const times = { now, seen_after: now - LIMITS.sessionIdleSeconds * 1000 };
  const [session] = (await findSession(store.read, { id: sessionId, ...times })).rows;
  return !session || session.status === 'deleted' ? null : 'account';
}
