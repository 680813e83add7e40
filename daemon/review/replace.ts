import { assertVelocity, type Charge } from '../accounts/charge.ts';
import { ServiceError } from '../errors.ts';
import { recordReview } from '../messages/review.ts';
import { moveState } from '../messages/states.ts';
import type { Replaced } from '../outbound/submission.ts';
import type { Actor } from '../store/audit.ts';
import type { Transaction } from '../store/store.ts';
import { tellResolved } from './resolution.ts';

/**
 * The two halves of an edit, in the transaction that inserts the edited message: before its row, and after.
 */

/**
 * Ends the review of the original and returns its charge, which the edited message takes over: an edit costs
 * nothing, and can't be refused for the budget of another day. Throws CONFLICT when another decision came
 * first.
 */
export async function retireReplaced(
  transaction: Transaction,
  { original, from }: Replaced,
): Promise<Charge> {
  const { db, now } = transaction;
  await assertVelocity(db, original.account_id, now);
  const { charged_on, charged_at, charged_to_trial } = original;
  const isRetired = await moveState(transaction, original.id, [from, 'blocked'], {
    charged_on: null,
    charged_to_trial: 0,
    refunded_at: now,
  });
  if (!isRetired) throw await decidedFirst(transaction, original.id);
  if (charged_on === null || charged_at === null) throw new Error(`message ${original.id} has no charge`);
  return { charged_on, charged_at, charged_to_trial };
}

async function decidedFirst({ db }: Transaction, id: string): Promise<ServiceError> {
  const row = await db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirst();
  return new ServiceError('CONFLICT', { state: row?.state ?? 'deleted' });
}

/** Gives the files of the original to the edited message, and records the decision. */
export async function handOverTo(
  transaction: Transaction,
  actor: Actor,
  replaced: Replaced,
  editedTo: string,
): Promise<void> {
  const { original, reason, reasonSpans } = replaced;
  await moveFiles(transaction, original.id, editedTo);
  await recordReview(transaction, original.id, {
    resolution: 'edited',
    actor,
    reason,
    reasonSpans,
    editedTo,
  });
  await transaction.audit({
    kind: 'message.review.edited',
    accountId: original.account_id,
    mailboxId: original.mailbox_id,
    actor,
    target: original.id,
    before: original.hold_context === null ? null : JSON.parse(original.hold_context),
    after: { state: 'blocked', edited_to: editedTo },
    ...(reason !== null && { reason }),
  });
  await tellResolved(transaction, original, {
    resolution: 'edited',
    status: 'blocked',
    actor,
    reason,
    editedTo,
  });
  transaction.wake('mailbox', original.mailbox_id);
}

/** The original keeps the list of its files; their bytes, and the storage that they count for, move. */
async function moveFiles({ db }: Transaction, fromId: string, toId: string): Promise<void> {
  const files = await db
    .selectFrom('attachments')
    .selectAll()
    .where('message_id', '=', fromId)
    .where('blob_id', 'is not', null)
    .execute();
  if (files.length === 0) return;
  await db
    .insertInto('attachments')
    .values(files.map((file) => ({ ...file, message_id: toId })))
    .execute();
  await db.updateTable('attachments').set({ blob_id: null }).where('message_id', '=', fromId).execute();
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  await db
    .updateTable('messages')
    .set((row) => ({ size_bytes: row('size_bytes', '-', bytes) }))
    .where('id', '=', fromId)
    .execute();
  await db
    .updateTable('messages')
    .set((row) => ({ size_bytes: row('size_bytes', '+', bytes), has_attachment: 1 }))
    .where('id', '=', toId)
    .execute();
}
