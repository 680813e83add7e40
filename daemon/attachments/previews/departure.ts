import { addUsedBytes } from '../../messages/insert.ts';
import type { Transaction } from '../../store/store.ts';
import { documentKind } from '../extract/kind.ts';
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
  const bytes = dropped.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
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
