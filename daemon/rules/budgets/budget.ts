import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';

/** The daily send budget: one unit a message, counted by UTC day. */

/** UTC day of a time, `YYYY-MM-DD`. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Start of the next UTC day, milliseconds since 1970. */
export function nextMidnight(time: number): number {
  return (Math.floor(time / DAY) + 1) * DAY;
}

/** Charged and not refunded sends of the UTC day of `now` (milliseconds since 1970). */
export async function chargedToday(db: Queries, accountId: string, now: number): Promise<number> {
  const [row] = (await findDay(db, { account_id: accountId, day: utcDay(now) })).rows;
  return row?.count ?? 0;
}

const findDay = prepareQuery<{ account_id: string; day: string }>()((db, param) =>
  db
    .selectFrom('send_budget')
    .select('count')
    .where('account_id', '=', param('account_id'))
    .where('day', '=', param('day')),
);
