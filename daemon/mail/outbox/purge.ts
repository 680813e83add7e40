import { LIMITS } from '../../../shared/contract/limits.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import { DAY } from '../../platform/system/clock.ts';
import type { MailContext } from '../context.ts';

/** Items that one transaction deletes. */
const BATCH = 200;

/** Deletes expired items. */
export async function purgeOutbox(context: MailContext): Promise<void> {
  const before = context.clock.now() - LIMITS.outboxRetentionDays * DAY;
  while ((await deleteOutbox(context, before)) === BATCH);
}

/** Deletes one batch of items older than a time; returns how many. */
export async function deleteOutbox({ store }: MailContext, before: number): Promise<number> {
  const items = await store.read
    .selectFrom('outbox')
    .select(['id', 'raw_blob_id', 'account_id'])
    .where('at', '<', before)
    .orderBy('seq')
    .limit(BATCH)
    .execute();
  const accounts = items.map((item) => item.account_id ?? SERVICE_ACCOUNT);
  await store.write({ accounts }, async (transaction) => {
    for (const item of items) {
      await transaction.db.deleteFrom('outbox').where('id', '=', item.id).execute();
      if (item.raw_blob_id !== null) await store.blobs.remove(transaction, item.raw_blob_id);
    }
  });
  return items.length;
}
