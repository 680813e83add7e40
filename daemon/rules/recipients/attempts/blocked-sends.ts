import type { QueryOf, ReplyOf } from '../../../../shared/contract/endpoint.ts';
import {
  type listBlockedSends as contract,
  SEND_ORIGINS,
} from '../../../../shared/contract/recipient-lists.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import type { RulesContext } from '../../context.ts';
import { type AttemptQuery, listAttempts } from './list.ts';

/** Sends that a mailbox's recipient rules refused. */
export function listBlockedSends(
  context: RulesContext,
  principal: Principal,
  { reference, query }: { readonly reference: string; readonly query: QueryOf<typeof contract> },
): Promise<ReplyOf<typeof contract>> {
  return listAttempts(context, principal, {
    reference,
    query,
    views: {
      log: 'blocked_sends',
      single: (row) => ({
        attempted_at: isoTime(row.attempted_at),
        recipient: row.recipient,
        actor_type: row.actor_type,
        actor_id: row.actor_id,
        origin: row.origin,
        draft_id: row.draft_id,
      }),
      grouped,
    },
  });
}

/** Groups by recipient and actor, latest attempt first. */
async function grouped(db: Queries, { mailboxId, since, limit }: AttemptQuery) {
  const rows = await db
    .selectFrom('blocked_sends')
    .select((select) => [
      'recipient',
      'actor_type',
      'actor_id',
      select.fn.countAll<number>().as('count'),
      select.fn.min('attempted_at').as('first'),
      select.fn.max('attempted_at').as('last'),
      ...SEND_ORIGINS.map((origin) =>
        select.fn
          .max(select.case().when('origin', '=', origin).then(1).else(0).end())
          .as(`by_${origin}` as const),
      ),
    ])
    .where('mailbox_id', '=', mailboxId)
    .where('attempted_at', '>=', since)
    .groupBy(['recipient', 'actor_type', 'actor_id'])
    .orderBy('last', 'desc')
    .orderBy('recipient')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    recipient: row.recipient,
    actor_type: row.actor_type,
    actor_id: row.actor_id,
    count: row.count,
    first_attempted_at: isoTime(row.first),
    last_attempted_at: isoTime(row.last),
    origins: SEND_ORIGINS.filter((origin) => row[`by_${origin}`] === 1),
  }));
}
