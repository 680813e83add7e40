import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { MINUTE } from '../../system/clock.ts';
import { hashToken, isToken } from '../../system/random-token.ts';
import { CALLER_COLUMNS, callerAccount } from '../caller-account.ts';
import type { Principal } from '../principal.ts';

/** `last_seen_at` moves at most this often. */
const LAST_SEEN_STEP = MINUTE;

/** Authenticates a session cookie with one indexed read of its hash. */
export async function authenticateSession(
  context: Pick<Context, 'store' | 'clock' | 'log'>,
  token: string,
): Promise<Principal> {
  if (!isToken(token)) throw new ServiceError('UNAUTHORIZED');
  const now = context.clock.now();
  const row = await context.store.read
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id as session_id',
      'sessions.account_id',
      'sessions.last_seen_at',
      'sessions.expires_at',
      ...CALLER_COLUMNS,
    ])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  const idleSince = now - LIMITS.sessionIdleSeconds * 1000;
  if (!row || row.expires_at <= now || row.last_seen_at <= idleSince || row.status === 'deleted') {
    throw new ServiceError('UNAUTHORIZED', undefined, { message: 'The session has ended. Sign in again.' });
  }
  if (now - row.last_seen_at >= LAST_SEEN_STEP) noteSeen(context, row.session_id, now);
  return {
    role: 'admin',
    method: 'session',
    keyId: null,
    sessionId: row.session_id,
    mailboxIds: new Set(),
    actor: { type: 'user', id: row.account_id },
    origin: 'human',
    account: callerAccount(row.account_id, row),
  };
}

function noteSeen(context: Pick<Context, 'store' | 'log'>, sessionId: string, now: number): void {
  context.store
    .write('none', ({ db }) =>
      db
        .updateTable('sessions')
        .set({ last_seen_at: now })
        .where('id', '=', sessionId)
        .where('last_seen_at', '<', now)
        .execute(),
    )
    .catch((error: unknown) => context.log.warn({ err: error }, 'last use of a session not recorded'));
}
