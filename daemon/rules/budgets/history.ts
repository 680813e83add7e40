import { type Selectable, sql } from 'kysely';
import type { getUsage } from '../../../shared/contract/account-life.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { AccountsTable } from '../../platform/store/schema.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';
import { standingOf } from './standing.ts';

/** Delivery history of an account, including mail deleted since, without simulator mail. */

const CAME_TO = sql<string>`coalesce(deleted_from, state)`;
const DELIVERED = sql<boolean>`${CAME_TO} = 'delivered'`;
const BOUNCED = sql<boolean>`${CAME_TO} = 'bounced'`;
const COMPLAINED = sql<boolean>`complained_at is not null`;

/** Messages sent at or after `since` (epoch ms) that were delivered or bounced. */
function endedMail(db: Queries, accountId: string, since: number) {
  return db
    .selectFrom('messages')
    .where('account_id', '=', accountId)
    .where('charged_at', '>=', since)
    .where('simulated', '=', false)
    .where(CAME_TO, 'in', ['delivered', 'bounced']);
}

function total(condition: ReturnType<typeof sql<boolean>>) {
  return sql<number>`count(*) filter (where ${condition})`;
}

/**
 * Whether the history is or ever was clean. It stays so: a bad week must not shrink a budget that people rely
 * on.
 */
export async function hasCleanHistory(
  db: Queries,
  account: Pick<Selectable<AccountsTable>, 'id' | 'clean_history'>,
  now: number,
): Promise<boolean> {
  return account.clean_history || (await isClean(db, account.id, now));
}

/** Stores that the history is clean, before a bounce or complaint that could end it is recorded. */
export async function keepCleanHistory({ db, now }: Transaction, accountId: string): Promise<void> {
  const { clean_history } = await standingOf(db, accountId);
  if (clean_history || !(await isClean(db, accountId, now))) return;
  await db.updateTable('accounts').set({ clean_history: true }).where('id', '=', accountId).execute();
}

/** Seven days since the first send, fifty delivered, under 2 % bounces and complaints. */
async function isClean(db: Queries, accountId: string, now: number): Promise<boolean> {
  const { days, delivered, failedShare } = LIMITS.cleanHistory;
  const history = await endedMail(db, accountId, 0)
    .select((select) => [
      select.fn.min<number | null>('charged_at').as('first'),
      total(sql`${DELIVERED} and not ${COMPLAINED}`).as('delivered'),
      total(sql`${BOUNCED} or ${COMPLAINED}`).as('failed'),
    ])
    .executeTakeFirstOrThrow();
  const sent = history.delivered + history.failed;
  return (
    history.first !== null &&
    now - history.first >= days * DAY &&
    history.delivered >= delivered &&
    history.failed < sent * failedShare
  );
}

/** Shares of the mail sent since a time. */
export async function ratesSince(
  db: Queries,
  accountId: string,
  since: number,
): Promise<ReplyOf<typeof getUsage>['rates']> {
  const row = await endedMail(db, accountId, since)
    .select([
      total(DELIVERED).as('delivered'),
      total(BOUNCED).as('bounced'),
      total(COMPLAINED).as('complained'),
    ])
    .executeTakeFirstOrThrow();
  const sent = row.delivered + row.bounced;
  const share = (count: number) => (sent === 0 ? 0 : Math.round((count / sent) * 10_000) / 10_000);
  return {
    delivered: share(row.delivered),
    bounced: share(row.bounced),
    complained: share(row.complained),
  };
}
