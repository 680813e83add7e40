import type { Context } from '../context.ts';
import { DAY } from '../system/clock.ts';

/** The work of each day: one job that is moved to the next day when its rounds are done. */

export const DAILY = 'daily';

/** One part of the work of a day; it may run again after a crash. */
export type Round = (context: Context) => Promise<void>;

export async function runDaily(context: Context, rounds: readonly Round[]): Promise<void> {
  for (const round of rounds) await round(context);
}

/** Makes sure that the next day's work is planned, also after the time of day was set back by more than a day. */
export async function planDaily(context: Context): Promise<void> {
  await context.store.write(async (transaction) => {
    const { db, now } = transaction;
    const planned = await db.selectFrom('jobs').select('id').where('kind', '=', DAILY).executeTakeFirst();
    const late = db
      .updateTable('jobs')
      .set({ due_at: now + DAY })
      .where('kind', '=', DAILY);
    const moved = await late.where('due_at', '>', now + DAY).executeTakeFirst();
    if (moved.numUpdatedRows > 0) transaction.wake('jobs', DAILY);
    if (!planned) await transaction.schedule({ kind: DAILY, dueAt: now + DAY, payload: {} });
  });
}
