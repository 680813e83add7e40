import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { type listBlockedSends as contract, SEND_ORIGINS } from '../../../shared/contract/recipient-lists.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { resolveMailbox } from '../../mailboxes/table.ts';
import type { Queries } from '../../store/store.ts';
import { readAttempts, type Span, spanOf } from './page.ts';

/** Sends that the recipient rules of a mailbox refused. */
export async function listBlockedSends(
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
  const page = await readAttempts(context, 'blocked_sends', mailbox, query, (span, before) =>
    single(db, span, before),
  );
  return {
    attempts: page.rows.map((row) => ({
      attempted_at: iso(row.attempted_at),
      recipient: row.recipient,
      actor_type: row.actor_type,
      actor_id: row.actor_id,
      origin: row.origin,
      draft_id: row.draft_id,
    })),
    next_cursor: page.next_cursor,
  };
}

function single(db: Queries, { mailboxId, since, limit }: Span, before: number) {
  return db
    .selectFrom('blocked_sends')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('attempted_at', '>=', since)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** By recipient and actor, latest attempt first. */
async function grouped(db: Queries, { mailboxId, since, limit }: Span) {
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
    first_attempted_at: iso(row.first),
    last_attempted_at: iso(row.last),
    origins: SEND_ORIGINS.filter((origin) => row[`by_${origin}`] === 1),
  }));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
