import { documentKind } from '../../../content/extract/kind.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import { addUsedBytes } from '../../messages/insert.ts';
import { previewColumns } from './store.ts';

/** Outgoing files get previews too, for the people who review their message. */

/** Has the files of a message that goes out read after this transaction. */
export async function requestPreviews(transaction: Transaction, messageId: string): Promise<void> {
  const { db } = transaction;
  const files = await db
    .selectFrom('attachments')
    .select(['position', 'filename', 'content_type', 'declared_mime_type', 'policy_action'])
    .where('message_id', '=', messageId)
    .execute();
  const documents = files.filter(
    ({ content_type, filename, declared_mime_type }) =>
      documentKind(content_type, filename, declared_mime_type) !== null,
  );
  for (const { position, policy_action } of documents) {
    const columns = previewColumns(
      policy_action === 'block' ? { status: 'blocked', reason: 'malware' } : { status: 'pending' },
      transaction,
    );
    await db
      .updateTable('attachments')
      .set(columns)
      .where('message_id', '=', messageId)
      .where('position', '=', position)
      .execute();
  }
  if (documents.length > 0) transaction.start('previews', messageId);
}

/**
 * Gives the previews of a message to the one that took over its files, and returns their bytes. Pending ones
 * are extracted for the new message: the original has no bytes to read any more.
 */
export async function movePreviews(
  transaction: Transaction,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  const { db } = transaction;
  const moved = await db
    .updateTable('attachment_previews')
    .set({ message_id: to })
    .where('message_id', '=', from)
    .returning('content')
    .execute();
  const pending = await db
    .updateTable('attachments')
    .set(previewColumns({ status: 'pending' }, transaction))
    .where('message_id', '=', to)
    .where('preview_status', '=', 'pending')
    .executeTakeFirst();
  await db
    .updateTable('attachments')
    .set(previewColumns({ status: 'failed', reason: 'source_missing' }, transaction))
    .where('message_id', '=', from)
    .where('preview_status', 'in', ['ready', 'pending'])
    .execute();
  if (pending.numUpdatedRows > 0n) transaction.start('previews', to);
  return contentBytes(moved);
}

function contentBytes(previews: readonly { readonly content: string }[]): number {
  return previews.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
}

/**
 * Deletes the previews of a message that became a draft again; extraction in progress then finds no pending
 * row.
 */
export async function dropPreviews(
  transaction: Transaction,
  { id, account_id }: { readonly id: string; readonly account_id: string },
): Promise<void> {
  const { db } = transaction;
  const dropped = await db
    .deleteFrom('attachment_previews')
    .where('message_id', '=', id)
    .returning('content')
    .execute();
  const bytes = contentBytes(dropped);
  await db
    .updateTable('attachments')
    .set({ ...previewColumns({ status: 'pending' }, transaction), preview_status: null, worker: null })
    .where('message_id', '=', id)
    .execute();
  await db
    .updateTable('messages')
    .set((update) => ({ size_bytes: update('size_bytes', '-', bytes) }))
    .where('id', '=', id)
    .execute();
  await addUsedBytes(transaction, account_id, -bytes);
}
