import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import type { StoredRecipient } from '../../../platform/store/schema.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { Status } from '../../messages/transitions/recipients.ts';
import { refundUnits } from '../../messages/transitions/refund.ts';
import { loadOutgoing, type Outgoing } from '../outgoing.ts';

/** Changes of what became of a message for its recipients, in the transaction of the caller. */

/** A stored message to several. */
export type OutgoingToSeveral = Outgoing & { readonly recipients: readonly StoredRecipient[] };

export function isToSeveral(outgoing: Outgoing): outgoing is OutgoingToSeveral {
  return outgoing.recipients !== null;
}

/** The message as it is now; undefined once it's deleted. */
export async function current({ db }: Transaction, id: string): Promise<OutgoingToSeveral | undefined> {
  const outgoing = await loadOutgoing(db, id);
  return outgoing && isToSeveral(outgoing) ? outgoing : undefined;
}

/** Statuses of recipients whose send is refunded. */
const REFUNDED: readonly Status[] = ['rejected', 'suppressed'];

/** The new status of a recipient, null for no change. */
type StatusChange = (
  recipient: StoredRecipient,
  place: number,
) => Pick<StoredRecipient, 'status' | 'code'> | null;

/** Changes recipients, refunds those who don't get it any more, and returns the message with its new list. */
export async function changeRecipients(
  transaction: Transaction,
  outgoing: OutgoingToSeveral,
  change: StatusChange,
): Promise<OutgoingToSeveral> {
  const { db, now } = transaction;
  let refunds = 0;
  const recipients = outgoing.recipients.map((recipient, place) => {
    const changed = change(recipient, place);
    if (!changed) return recipient;
    if (REFUNDED.includes(changed.status) && !REFUNDED.includes(recipient.status)) refunds++;
    return { ...recipient, ...changed, at: now };
  });
  await db.updateTable('messages').set({ recipients }).where('id', '=', outgoing.id).execute();
  await refundUnits(transaction, outgoing.id, refunds);
  return { ...outgoing, recipients, charged_units: outgoing.charged_units - refunds };
}

/** The change of one recipient. */
export function only(place: number, changed: ReturnType<StatusChange>): StatusChange {
  return (_, index) => (index === place ? changed : null);
}

/** Leaves out recipients whom a rule refuses, by their addresses with the code of the refusal. */
export async function leaveOut(
  transaction: Transaction,
  id: string,
  refused: ReadonlyMap<string, ErrorCode>,
): Promise<void> {
  const outgoing = await current(transaction, id);
  if (!outgoing) return;
  await changeRecipients(transaction, outgoing, ({ address, status }) => {
    const code = refused.get(address);
    if (code === undefined || !WAITING.includes(status)) return null;
    return { status: code === 'RECIPIENT_SUPPRESSED' ? 'suppressed' : 'rejected', code };
  });
}

const WAITING: readonly Status[] = ['pending', 'deferred'];
