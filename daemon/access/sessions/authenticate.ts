import { timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { MINUTE } from '../../platform/system/clock.ts';
import { hashToken, isToken } from '../../platform/system/random-token.ts';
import { CALLER_COLUMNS, callerAccount } from '../caller-account.ts';
import type { AccessContext } from '../context.ts';
import type { Principal } from '../principal.ts';

/** `last_seen_at` moves at most this often. */
const LAST_SEEN_STEP = MINUTE;

type SessionContext = Pick<AccessContext, 'store' | 'clock' | 'log'>;

/** The parts of a session that a request has. */
export interface SessionCredential {
  /** The cookie. */
  readonly token: string;
  /** The secret of the page that opened the session; null without one. */
  readonly pageSecret: string | null;
}

/** Authenticates a session with one indexed read of its hash. */
export async function authenticateSession(
  context: SessionContext,
  { token, pageSecret }: SessionCredential,
): Promise<Principal> {
  const session = await liveSession(context, token);
  assertSamePage(session.page_secret_hash, pageSecret);
  return principalOf(context, session);
}

/** Authenticates the cookie of a frame, which can't send a secret. `vouches` checks what it has instead. */
export async function authenticateFrame(
  context: SessionContext,
  token: string,
  vouches: (sessionId: string) => boolean,
): Promise<Principal> {
  const session = await liveSession(context, token);
  if (!vouches(session.session_id)) throw new ServiceError('UNAUTHORIZED');
  return principalOf(context, session);
}

type LiveSession = Awaited<ReturnType<typeof liveSession>>;

async function liveSession({ store, clock }: SessionContext, token: string) {
  if (!isToken(token)) throw new ServiceError('UNAUTHORIZED');
  const now = clock.now();
  const row = await store.read
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id as session_id',
      'sessions.account_id',
      'sessions.page_secret_hash',
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
  return row;
}

/**
 * Refuses the cookie of a page without its secret, because browsers send cookies to every port of a host, and
 * any other cookie with a secret, because every port can set one.
 */
function assertSamePage(expected: Buffer | null, pageSecret: string | null): void {
  const given = pageSecret === null ? null : hashToken(pageSecret);
  if (expected === null && given === null) return;
  if (expected !== null && given !== null && timingSafeEqual(expected, given)) return;
  throw new ServiceError(
    'UNAUTHORIZED',
    { reason: 'page_secret' },
    {
      message:
        "The session cookie doesn't belong to this page: another program may have taken or set it. Sign in again.",
    },
  );
}

function principalOf(context: SessionContext, session: LiveSession): Principal {
  const now = context.clock.now();
  if (now - session.last_seen_at >= LAST_SEEN_STEP) noteSeen(context, session.session_id, now);
  return {
    role: 'admin',
    method: 'session',
    keyId: null,
    sessionId: session.session_id,
    mailboxIds: new Set(),
    actor: { type: 'user', id: session.account_id },
    origin: 'human',
    account: callerAccount(session.account_id, session),
  };
}

function noteSeen(context: Pick<AccessContext, 'store' | 'log'>, sessionId: string, now: number): void {
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
