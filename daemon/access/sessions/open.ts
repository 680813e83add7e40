import { LIMITS } from '../../../shared/contract/limits.ts';
import type { PlatformContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { hashToken, newToken } from '../../platform/system/random-token.ts';

/** Network facts of a request, for sessions and rate limits. */
export interface ClientFacts {
  readonly address: string;
  readonly userAgent: string | null;
  /** The request came over https. */
  readonly secure: boolean;
  /** Secret of the page that sent it; null for other programs. A session that it opens is bound to it. */
  readonly pageSecret: string | null;
}

export interface OpenedSession {
  readonly id: string;
  /** The cookie's value; only its hash is stored. */
  readonly token: string;
  readonly expiresAt: string;
}

/** Starts a session. Callers authenticate the person. */
export async function openSession(
  context: Pick<PlatformContext, 'random'>,
  transaction: Transaction,
  { accountId, client }: { readonly accountId: string; readonly client: ClientFacts },
): Promise<OpenedSession> {
  const { db, now } = transaction;
  const id = transaction.newId();
  const token = newToken(context.random);
  const expiresAt = now + LIMITS.sessionSeconds * 1000;
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('expires_at', '<=', now)
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id,
      account_id: accountId,
      token_hash: hashToken(token),
      page_secret_hash: client.pageSecret === null ? null : hashToken(client.pageSecret),
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      address: client.address,
      user_agent: client.userAgent?.slice(0, LIMITS.sessionUserAgentCharacters) ?? null,
    })
    .execute();
  await transaction.audit({
    kind: 'session.opened',
    accountId,
    actor: { type: 'user', id: accountId },
    target: id,
    after: { address: client.address },
  });
  return { id, token, expiresAt: isoTime(expiresAt) };
}
