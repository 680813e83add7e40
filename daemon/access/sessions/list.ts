import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { listSessions as contract } from '../../../shared/contract/sessions.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { AccessContext } from '../context.ts';
import type { Principal } from '../principal.ts';

/** Live sessions of the account, newest first. */
export async function listSessions(
  context: Pick<AccessContext, 'store' | 'clock'>,
  principal: Principal,
): Promise<ReplyOf<typeof contract>> {
  const now = context.clock.now();
  const rows = await context.store.read
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - LIMITS.sessionIdleSeconds * 1000)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      created_at: isoTime(row.created_at),
      last_seen_at: isoTime(row.last_seen_at),
      expires_at: isoTime(row.expires_at),
      current: row.id === principal.sessionId,
      address: row.address,
      user_agent: row.user_agent,
    })),
  };
}
