import { LIMITS } from '../../shared/contract/limits.ts';
import type { Context } from '../context.ts';
import { DAY } from '../system/clock.ts';

/** Items that one transaction deletes. */
const BATCH = 200;

/** Deletes expired items. */
export async function purgeOutbox(context: Context): Promise<void> {
  const before = context.clock.now() - LIMITS.outboxRetentionDays * DAY;
  while ((await deleteOutbox(context, before)) === BATCH);
}

/** Deletes one batch of items older than a time; returns how many. */
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
