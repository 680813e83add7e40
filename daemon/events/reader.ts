import { LIMITS } from '../../shared/contract/limits.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';

/** What a reader may see at this moment: every mailbox of its account, or some. */
export type Sight = 'account' | ReadonlySet<string>;

/** The sight of a caller whose request began a while ago; null when its credential is no more. */
export function currentSight(
  context: Pick<Context, 'store' | 'clock'>,
  principal: Principal,
): Promise<Sight | null> {
  return principal.sessionId === null
    ? sightOfKey(context, principal.keyId ?? '')
    : sightOfSession(context, principal.sessionId);
}

async function sightOfKey({ store }: Pick<Context, 'store'>, keyId: string): Promise<Sight | null> {
  const key = await store.read
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['role', 'mailbox_ids', 'status'])
    .where('api_keys.id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!key || key.role === null || key.status === 'deleted') return null;
  return key.role === 'admin' ? 'account' : new Set(JSON.parse(key.mailbox_ids) as string[]);
}

async function sightOfSession(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  sessionId: string,
): Promise<Sight | null> {
  const now = clock.now();
  const session = await store.read
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('status')
    .where('sessions.id', '=', sessionId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - LIMITS.sessionIdleSeconds * 1000)
    .executeTakeFirst();
  return !session || session.status === 'deleted' ? null : 'account';
}
