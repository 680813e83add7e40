import type { Transaction } from '../../platform/store/store.ts';
import { dropPreviews } from '../attachments/previews/departure.ts';
import { planDispatch } from '../messages/drafts/schedule.ts';
import type { Scanned } from '../messages/transitions/causes.ts';
import { transition } from '../messages/transitions/transition.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * Turns a message that its scan blocked back into a draft, uncharged, with its files. When no caller waits,
 * the schedule ends and an event reports it.
 */
export async function returnToDraft(
  transaction: Transaction,
  outgoing: Outgoing,
  scanned: Scanned,
): Promise<void> {
  const { db } = transaction;
  const { id, draft_trigger: trigger } = outgoing;
  const unattended = trigger === 'async' || trigger === 'schedule';
  const moved = await transition(transaction, outgoing, {
    to: 'draft',
    cause: 'returned_to_draft',
    scanned,
    failure: unattended
      ? { trigger, reasonCode: 'rejected_by_rescan', errorCode: 'DRAFT_REJECTED_BY_RESCAN' }
      : null,
  });
  if (!moved) return;
  const filesSize = await giveBackFiles(transaction, id);
  await dropPreviews(transaction, outgoing);
  await db
    .updateTable('messages')
    .set((update) => ({
      charged_on: null,
      charged_at: null,
      simulated: null,
      charged_to_trial: false,
      charged_units: 1,
      refunded_at: null,
      size_bytes: update('size_bytes', '-', filesSize),
      // The thread that it would have started.
      thread_id: update.fn<string | null>('nullif', ['thread_id', 'rfc_message_id']),
    }))
    .where('id', '=', id)
    .execute();
  const { send_at: sendAt } = await db
    .updateTable('drafts')
    .set({
      trigger: null,
      sent_key: null,
      ...(unattended && { send_at: null, last_dispatch_error_code: 'DRAFT_REJECTED_BY_RESCAN' }),
    })
    .where('message_id', '=', id)
    .returning('send_at')
    .executeTakeFirstOrThrow();
  // Its time may have come during this scan, when it was no draft: it is looked at now.
  if (sendAt !== null && sendAt <= transaction.now) await planDispatch(transaction, outgoing, sendAt);
}

/** Returns the bytes to the uploads, which the draft holds; returns their size. */
async function giveBackFiles({ db }: Transaction, draftId: string): Promise<number> {
  const files = await db
    .selectFrom('attachments')
    .select(['upload_id', 'blob_id', 'size'])
    .where('message_id', '=', draftId)
    .execute();
  for (const { upload_id, blob_id } of files) {
    await db
      .updateTable('staged_attachments')
      .set({ consumed_at: null, consumed_message_id: null, blob_id, draft_id: draftId })
      .where('id', '=', upload_id)
      .execute();
  }
  return files.reduce((sum, { size }) => sum + size, 0);
}
