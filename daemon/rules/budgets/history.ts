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
/** Recipients of a message for whom it bounced. */
const BOUNCED = sql<number>`case ${CAME_TO} when 'bounced' then charged_units else bounced_units end`;
/** Recipients of a message who complained. */
const COMPLAINED = sql<number>`case when complained_at is null then 0
  when complained_units > 0 then complained_units else 1 end`;
/** Recipients whom a message reached. */
const REACHED = sql<number>`case ${CAME_TO} when 'delivered' then charged_units - bounced_units else 0 end`;
/** As `REACHED`, without those who complained. */
const WELCOME = sql<number>`case ${CAME_TO} when 'delivered'
  then charged_units - bounced_units - (${COMPLAINED}) else 0 end`;
/** A bounce and a complaint of one recipient count once. */
const FAILED = sql<number>`case ${CAME_TO} when 'bounced' then charged_units
  else bounced_units + (${COMPLAINED}) end`;

/** Messages sent at or after `since` (epoch ms) that were delivered or bounced. */
function endedMail(db: Queries, accountId: string, since: number) {
  return db
    .selectFrom('messages')
    .where('account_id', '=', accountId)
    .where('charged_at', '>=', since)
    .where('simulated', '=', false)
    .where(CAME_TO, 'in', ['delivered', 'bounced']);
}

function total(recipients: ReturnType<typeof sql<number>>) {
  return sql<number>`cast(coalesce(sum(${recipients}), 0) as bigint)`;
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
      total(WELCOME).as('delivered'),
      total(FAILED).as('failed'),
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
      total(REACHED).as('delivered'),
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
