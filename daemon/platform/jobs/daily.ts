import type { PlatformContext } from '../context.ts';
import { DAY } from '../system/clock.ts';

/** Daily work: one job that moves to the next day once its rounds are done. */

export const DAILY = 'daily';

/** One part of the daily work; it may be repeated after a crash. */
export type Round<Context extends PlatformContext> = (context: Context) => Promise<void>;

export async function runDaily<Context extends PlatformContext>(
  context: Context,
  rounds: readonly Round<Context>[],
): Promise<void> {
  for (const round of rounds) await round(context);
}

/** Plans the next day's work, also after the clock was set back by more than a day. */
export async function planDaily(context: PlatformContext): Promise<void> {
  await context.store.write('service', async (transaction) => {
    const { db, now } = transaction;
    const planned = await db.selectFrom('jobs').select('id').where('kind', '=', DAILY).executeTakeFirst();
    const late = db
      .updateTable('jobs')
      .set({ due_at: now + DAY })
      .where('kind', '=', DAILY);
    const moved = await late.where('due_at', '>', now + DAY).executeTakeFirst();
    if (moved.numUpdatedRows > 0) transaction.publish({ kind: 'jobs', id: DAILY });
    if (!planned) await transaction.schedule({ kind: DAILY, accountId: null, dueAt: now + DAY, payload: {} });
  });
}
