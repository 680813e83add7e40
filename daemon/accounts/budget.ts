import type { Queries } from '../store/store.ts';
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

export async function chargedToday(db: Queries, accountId: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('send_budget')
    .select('count')
    .where('account_id', '=', accountId)
    .where('day', '=', utcDay(now))
    .executeTakeFirst();
  return row?.count ?? 0;
}
