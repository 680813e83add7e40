import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Actor } from '../../platform/store/actor.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { assertVelocity, type Charge } from '../../rules/budgets/charge.ts';
import { movePreviews } from '../attachments/previews/departure.ts';
import { assertDecision } from '../messages/pending-decision.ts';
import { refundUnits } from '../messages/transitions/refund.ts';
import { transition } from '../messages/transitions/transition.ts';
import type { Replaced } from './submission.ts';

/**
 * The two halves of an edit, in the transaction that inserts the edited message: before its row, and after.
 */

interface Edited {
  readonly actor: Actor;
  readonly replaced: Replaced;
  /** The edited message, and its number of recipients. */
  readonly edited: { readonly id: string; readonly units: number };
}

/**
 * Ends the review of the original and returns its charge, which the edited message takes over, less the sends
 * of recipients whom it leaves out: an edit costs nothing, and can't be refused for the budget of another
 * day. Throws CONFLICT when another decision came first.
 */
export async function retireReplaced(
  transaction: Transaction,
  { actor, replaced: { original, ...given }, edited }: Edited,
): Promise<Charge> {
  const { db, now } = transaction;
  const { units } = edited;
  await assertVelocity(db, { accountId: original.account_id, now, units });
  await assertDecision(db, original.id, null);
  const { charged_on, charged_at, charged_to_trial } = original;
  const change = { to: 'blocked', cause: 'edited', actor, given, editedTo: edited.id } as const;
  // Before the charge leaves the row, as it is now: a parallel release may have left somebody out.
  const { charged_units: charged } = await db
    .selectFrom('messages')
    .select('charged_units')
    .where('id', '=', original.id)
    .executeTakeFirstOrThrow();
  if (charged < units) throw await decidedFirst(transaction, original.id);
  await refundUnits(transaction, original.id, charged - units);
  const isRetired = await transition(transaction, original, change);
  if (!isRetired) throw await decidedFirst(transaction, original.id);
  if (charged_on === null || charged_at === null) throw new Error(`message ${original.id} has no charge`);
  return { charged_on, charged_at, charged_to_trial, charged_units: units };
}

async function decidedFirst({ db }: Transaction, id: string): Promise<ServiceError> {
  const row = await db.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirst();
  return new ServiceError('CONFLICT', { state: row?.state ?? 'deleted' });
}

/**
 * Gives the files of the original to the edited message. The original keeps their list; their bytes, their
 * previews and the storage that both count for move.
 */
export async function moveFiles(transaction: Transaction, from: string, to: string): Promise<void> {
  const { db } = transaction;
  const files = await db
    .selectFrom('attachments')
    .selectAll()
    .where('message_id', '=', from)
    .where('blob_id', 'is not', null)
    .execute();
  if (files.length === 0) return;
  await db
    .insertInto('attachments')
    .values(files.map((file) => ({ ...file, message_id: to })))
    .execute();
  await db.updateTable('attachments').set({ blob_id: null }).where('message_id', '=', from).execute();
  const previewBytes = await movePreviews(transaction, { from, to });
  const bytes = files.reduce((sum, { size }) => sum + size, previewBytes);
  await db
    .updateTable('messages')
    .set((row) => ({ size_bytes: row('size_bytes', '-', bytes) }))
    .where('id', '=', from)
    .execute();
  await db
    .updateTable('messages')
    .set((row) => ({ size_bytes: row('size_bytes', '+', bytes), has_attachment: true }))
    .where('id', '=', to)
    .execute();
}
