import { LIMITS } from '../../shared/contract/limits.ts';
import type { Context } from '../context.ts';
import { planDaily } from '../store/jobs.ts';
import { DAY } from '../system/clock.ts';

export const OUTBOX_PURGE = 'outbox.purge';

/** Items of one transaction. */
const BATCH = 200;

/** Deletes what was kept long enough, and asks for the next day's round. */
export async function purgeOutbox(context: Context): Promise<void> {
  const before = context.clock.now() - LIMITS.outboxRetentionDays * DAY;
  while ((await deleteOutbox(context, before)) === BATCH);
  await planOutboxPurge(context);
}

export function planOutboxPurge(context: Context): Promise<void> {
  return planDaily(context, OUTBOX_PURGE);
}

/** Deletes one batch of items kept before a time; returns how many. */
export function deleteOutbox(context: Context, before: number): Promise<number> {
  return context.store.write(async (transaction) => {
    const { db } = transaction;
    const items = await db
      .selectFrom('outbox')
      .select(['id', 'raw_blob_id'])
      .where('at', '<', before)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const item of items) {
      await db.deleteFrom('outbox').where('id', '=', item.id).execute();
      if (item.raw_blob_id !== null) await context.store.blobs.remove(transaction, item.raw_blob_id);
    }
    return items.length;
  });
}
