import { sql } from 'kysely';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { limitHeaders, rateLimited } from '../../../platform/errors/rate-limit.ts';
import type { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../../platform/store/store.ts';
import { HOUR } from '../../../platform/system/clock.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';

/** The hourly budget of entries, one for all lists of an account. */

const LIMIT = LIMITS.listAddsPerHour;

/** Headers that every answer of an add has. */
export type BudgetHeaders = Readonly<Record<string, string>>;

/** Takes `units` as a whole or refuses. The single writing connection serialises calls. */
export async function takeFromBudget(
  transaction: Transaction,
  accountId: string,
  units: number,
): Promise<BudgetHeaders> {
  const { db, now } = transaction;
  const row = await db
    .insertInto('list_add_budget')
    .values({ account_id: accountId, hour: hourOf(now), count: units })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'hour'])
        .doUpdateSet({ count: sql`list_add_budget.count + ${units}` })
        .where(sql<boolean>`list_add_budget.count + ${units} <= ${LIMIT}`),
    )
    .returning('count')
    .executeTakeFirst();
  if (!row) throw exhausted(await usedOf(db, accountId, now), now);
  return headers(row.count, now);
}

/** The headers of an add that charges nothing. */
export async function budgetHeaders(db: Queries, accountId: string, now: number): Promise<BudgetHeaders> {
  return headers(await usedOf(db, accountId, now), now);
}

/** Makes the budget of this hour whole again; returns its entries. */
export async function renewBudget({ db, now }: Transaction, accountId: string): Promise<number> {
  await db
    .deleteFrom('list_add_budget')
    .where('account_id', '=', accountId)
    .where('hour', '=', hourOf(now))
    .execute();
  return LIMIT;
}

/** Forgets hours that are over, of at most `most` rows; returns their number. */
export async function forgetBudgets({ db, now }: Transaction, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('list_add_budget')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('account_id', 'hour'),
        'in',
        selectFrom('list_add_budget')
          .select(['account_id', 'hour'])
          .where('hour', '<', hourOf(now))
          .limit(most)
          .$asTuple('account_id', 'hour'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function usedOf(db: Queries, accountId: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('list_add_budget')
    .select('count')
    .where('account_id', '=', accountId)
    .where('hour', '=', hourOf(now))
    .executeTakeFirst();
  return row?.count ?? 0;
}

function exhausted(used: number, now: number): ServiceError {
  const reached = { limit: LIMIT, remaining: LIMIT - used };
  const reset = resetAt(now);
  return rateLimited({
    ...reached,
    resetAt: reset,
    now,
    message: 'The hourly limit for new list entries is reached.',
    details: { ...reached, reset_at: isoTime(reset) },
  });
}

function headers(used: number, now: number): BudgetHeaders {
  return limitHeaders({ limit: LIMIT, remaining: LIMIT - used, resetAt: resetAt(now) });
}

function hourOf(now: number): number {
  return Math.floor(now / HOUR);
}

function resetAt(now: number): number {
  return (hourOf(now) + 1) * HOUR;
}
