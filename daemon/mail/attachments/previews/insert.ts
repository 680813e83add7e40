import type { InboundResult } from '../../../content/analysis/tasks.ts';
import { indexFiles } from '../../../content/stored-text/search-index.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { ReadAttachments } from './arrival.ts';
import { previewColumns, storePreviewText } from './store.ts';

/** Inserts the attachments of a scanned message, with the previews that are ready. */
export async function insertAttachments(
  transaction: Transaction,
  message: { readonly id: string; readonly account_id: string },
  { result, previews }: ReadAttachments,
): Promise<void> {
  const { now } = transaction;
  for (const [position, attachment] of result.attachments.entries()) {
    const preview = previews.get(position);
    const row = { ...rowOf(attachment, now), ...(preview && previewColumns(preview, transaction)) };
    await transaction.db
      .insertInto('attachments')
      .values({ ...row, message_id: message.id, account_id: message.account_id, position })
      .execute();
    if (!preview) continue;
    const of = { message_id: message.id, account_id: message.account_id, position };
    await storePreviewText(transaction, of, preview);
  }
  if (result.attachments.length > 0) await indexFiles(transaction, message.id);
  const isPending = [...previews.values()].some(({ status }) => status === 'pending');
  if (isPending) transaction.start('previews', message.id);
}

function rowOf(attachment: InboundResult['attachments'][number], now: number) {
  return {
    ...attachment,
    av_scanned_at: attachment.av_verdict === 'skipped' ? null : now,
  };
}
