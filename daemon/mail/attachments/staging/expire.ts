import { z } from 'zod';
import { accountScope } from '../../../platform/store/lock-scope.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { MailContext } from '../../context.ts';
import { addUsedBytes } from '../../messages/insert.ts';
import { isExpired, type StagedRow, stagedById } from './table.ts';

export const STAGED_EXPIRY = 'attachments.expire';

const payload = z.object({ attachment_id: z.string() });

/** Job that removes an upload which wasn't sent in time. */
export async function expireStaged(context: MailContext, raw: unknown): Promise<void> {
  const { attachment_id: id } = payload.parse(raw);
  const upload = await stagedById(context.store.read, id);
  await context.store.write(accountScope(upload), async (transaction) => {
    const row = await stagedById(transaction.db, id);
    if (!row || row.consumed_at !== null || !isExpired(row, transaction.now)) return;
    await removeStaged(context, transaction, row);
    await addUsedBytes(transaction, row.account_id, -row.size);
  });
}

/** Removes uploads of a message that wasn't stored; those that were sent are kept. */
export async function discardStaged(context: MailContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const upload = await stagedById(context.store.read, id);
    if (!upload || upload.consumed_at !== null) continue;
    await context.store.write(accountScope(upload), async (transaction) => {
      const row = await stagedById(transaction.db, id);
      if (!row || row.consumed_at !== null) return;
      await removeStaged(context, transaction, row);
      await addUsedBytes(transaction, row.account_id, -row.size);
    });
  }
}

/** Removes an upload and its bytes. Callers correct the account's stored bytes. */
export async function removeStaged(
  { store }: Pick<MailContext, 'store'>,
  transaction: Transaction,
  row: Pick<StagedRow, 'id' | 'blob_id'>,
): Promise<void> {
  await transaction.db.deleteFrom('staged_attachments').where('id', '=', row.id).execute();
  if (row.blob_id !== null) await store.blobs.remove(transaction, row.blob_id);
}
