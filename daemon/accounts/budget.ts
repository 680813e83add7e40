import { sql } from 'kysely';
import { TIER_LIMITS } from '../../shared/contract/limits.ts';
import type { CallerAccount } from '../access/principal.ts';
import { ServiceError } from '../errors.ts';
import type { Queries, Transaction } from '../store/store.ts';
import { DAY } from '../system/clock.ts';

/** The daily send budget: one unit a message, counted by UTC day. */

/** UTC day of a time, `YYYY-MM-DD`. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Start of the next UTC day, milliseconds since 1970. */
export function nextMidnight(time: number): number {
  return (Math.floor(time / DAY) + 1) * DAY;
}

/** The cap in force today (decisions 3.7). */
export function dailyLimit(
  account: Pick<CallerAccount, 'tier' | 'cleanHistory' | 'customDailySendLimit'>,
): number {
  const limits = TIER_LIMITS[account.tier];
  const tierCap = account.cleanHistory ? limits.dailySendCeiling : limits.dailySendStart;
  return Math.min(tierCap, account.customDailySendLimit ?? tierCap);
}

export async function chargedToday(db: Queries, accountId: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('send_budget')
    .select('count')
    .where('account_id', '=', accountId)
    .where('day', '=', utcDay(now))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Takes one unit, or refuses with the budget's 429; returns the day it was charged to. */
export async function chargeOne(transaction: Transaction, account: CallerAccount): Promise<string> {
  const { db, now } = transaction;
  const limit = dailyLimit(account);
  const day = utcDay(now);
  const result = await db
    .insertInto('send_budget')
    .values({ account_id: account.id, day, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet({ count: sql`send_budget.count + 1` })
        .where('send_budget.count', '<', limit),
    )
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) throw budgetExhausted(limit, now);
  return day;
}

/** Gives a unit back to the day it was charged to; the caller proves that it does so once per message. */
export async function refundOne(transaction: Transaction, accountId: string, day: string): Promise<void> {
  await transaction.db
    .updateTable('send_budget')
    .set({ count: sql`count - 1` })
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .where('count', '>', 0)
    .execute();
}

function budgetExhausted(limit: number, now: number): ServiceError {
  const reset = nextMidnight(now);
  return new ServiceError(
    'RATE_LIMITED',
    { daily_limit: limit, sends_remaining: 0, reset_at: new Date(reset).toISOString() },
    { message: 'The daily send budget is used up.', retryAfterSeconds: Math.ceil((reset - now) / 1000) },
  );
}
