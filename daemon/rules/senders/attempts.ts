import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { listBlockedArrivals as contract } from '../../../shared/contract/sender-lists.ts';
import type { Principal } from '../../access/principal.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { RulesContext } from '../context.ts';
import { type AttemptQuery, listAttempts } from '../recipients/attempts/list.ts';

/** Mail that a mailbox's sender policy refused. */
export function listBlockedArrivals(
  context: RulesContext,
  principal: Principal,
  { reference, query }: { readonly reference: string; readonly query: QueryOf<typeof contract> },
): Promise<ReplyOf<typeof contract>> {
  return listAttempts(context, principal, {
    reference,
    query,
    views: {
      log: 'blocked_arrivals',
      single: (row) => ({ ...row, attempted_at: isoTime(row.attempted_at) }),
      grouped,
    },
  });
}

/** Groups by sender and rule, latest first. */
async function grouped(db: Queries, { mailboxId, since, limit }: AttemptQuery) {
  const rows = await db
    .selectFrom('blocked_arrivals')
    .select((select) => [
      'sender',
      'matched_field',
      'mode',
      'reason_code',
      select.fn.countAll<number>().as('count'),
      select.fn.min('attempted_at').as('first'),
      select.fn.max('attempted_at').as('last'),
    ])
    .where('mailbox_id', '=', mailboxId)
    .where('attempted_at', '>=', since)
    .groupBy(['sender', 'matched_field', 'mode', 'reason_code'])
    .orderBy('last', 'desc')
    .orderBy('sender')
    .limit(limit)
    .execute();
  return rows.map(({ first, last, ...row }) => ({
    ...row,
    first_attempted_at: isoTime(first),
    last_attempted_at: isoTime(last),
  }));
}
