import type { QueryOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { listBlockedArrivals as contract } from '../../shared/contract/sender-lists.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { resolveMailbox } from '../mailboxes/table.ts';
import { readAttempts, type Span, spanOf } from '../recipients/attempts/page.ts';
import type { Queries } from '../store/store.ts';

/** Mail that the sender policy of a mailbox kept out. */
export async function listBlockedArrivals(
  context: Context,
  principal: Principal,
  reference: string,
  query: QueryOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, reference, 'denied_403');
  if (query.aggregate ?? true) {
    return { attempts: await grouped(db, spanOf(context, mailbox, query)), next_cursor: null };
  }
  const page = await readAttempts(context, 'blocked_arrivals', mailbox, query, (span, before) =>
    single(db, span, before),
  );
  return {
    attempts: page.rows.map((row) => ({ ...row, attempted_at: iso(row.attempted_at) })),
    next_cursor: page.next_cursor,
  };
}

function single(db: Queries, { mailboxId, since, limit }: Span, before: number) {
  return db
    .selectFrom('blocked_arrivals')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('attempted_at', '>=', since)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** By sender and what refused it, latest first. */
async function grouped(db: Queries, { mailboxId, since, limit }: Span) {
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
    first_attempted_at: iso(first),
    last_attempted_at: iso(last),
  }));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
