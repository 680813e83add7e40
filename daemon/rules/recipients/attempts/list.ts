import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { attemptsQuery } from '../../../../shared/contract/address-lists.ts';
import type { Principal } from '../../../access/principal.ts';
import { readCursor, writeCursor } from '../../../platform/store/cursor.ts';
import { cutPage } from '../../../platform/store/page.ts';
import type { Tables } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { DAY } from '../../../platform/system/clock.ts';
import type { RulesContext } from '../../context.ts';
import { resolveMailbox } from '../../mailboxes/table.ts';
import { pageSize } from '../lists/page.ts';

/** Tables of refusals. */
export const ATTEMPT_LOGS = ['blocked_sends', 'blocked_arrivals'] as const;
type AttemptLog = (typeof ATTEMPT_LOGS)[number];
type AttemptRow<Log extends AttemptLog> = Selectable<Tables[Log]> & { readonly seq: number };

/** A query of a log of refusals. */
export interface AttemptQuery {
  readonly mailboxId: string;
  /** Earliest attempt, milliseconds since 1970. */
  readonly since: number;
  readonly limit: number;
}

/** Projections of single and grouped attempts. */
export interface AttemptViews<Log extends AttemptLog, Single, Group> {
  readonly log: Log;
  single(row: AttemptRow<Log>): Single;
  grouped(db: Queries, span: AttemptQuery): Promise<Group[]>;
}

/** Refusals of a mailbox: grouped by default, or one by one in pages. */
export async function listAttempts<Log extends AttemptLog, Single, Group>(
  context: RulesContext,
  principal: Principal,
  {
    reference,
    query,
    views,
  }: {
    readonly reference: string;
    readonly query: z.output<typeof attemptsQuery>;
    readonly views: AttemptViews<Log, Single, Group>;
  },
): Promise<{ attempts: Single[] | Group[]; next_cursor: string | null }> {
  const db = context.store.read;
  const { within_days: days, cursor, limit, all } = query;
  const mailbox = await resolveMailbox(db, principal, { reference, unbound: 'denied_403' });
  const since = days === undefined ? 0 : context.clock.now() - days * DAY;
  const span = { mailboxId: mailbox.id, since, limit: pageSize({ limit, all }) };
  if (query.aggregate ?? true) return { attempts: await views.grouped(db, span), next_cursor: null };
  const filters = { mailbox: mailbox.id, within_days: days };
  const scope = { list: views.log, accountId: mailbox.account_id, filters };
  const before =
    cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(readCursor(context.secrets, scope, cursor));
  const found = await readBefore(db, views.log, { ...span, before });
  const page = cutPage(found, span.limit, (last) => writeCursor(context.secrets, scope, String(last.seq)));
  return { attempts: page.rows.map((row) => views.single(row)), next_cursor: page.next_cursor };
}

/** Newest first, before a position, and one more than the limit. */
async function readBefore<Log extends AttemptLog>(
  db: Queries,
  log: Log,
  { mailboxId, since, limit, before }: AttemptQuery & { readonly before: number },
): Promise<AttemptRow<Log>[]> {
  const found = await db
    .selectFrom<AttemptLog>(log)
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('attempted_at', '>=', since)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  return found as AttemptRow<Log>[];
}
