import type { SentRecipient } from '../../../shared/contract/messages.ts';
import type { StoredRecipient } from '../../platform/store/schema.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import type { MessageRow } from './table.ts';

/** Recipients of outgoing messages as readers see them. */

export function viewRecipient({ status, at, ...recipient }: StoredRecipient): SentRecipient {
  return { ...recipient, status: status === 'sending' ? 'pending' : status, at: isoTimeOrNull(at) };
}

interface RecipientsField {
  recipients: SentRecipient[];
  partially_delivered?: true;
}

type Sent = Pick<
  MessageRow,
  'state' | 'recipient' | 'recipients' | 'hold_context' | 'created_at' | 'dispatched_at' | 'scan' | 'review'
>;

/** Everybody who gets a message. That of a single plain address is made from the state of the message. */
export function recipientsField(row: Sent): RecipientsField {
  const recipients = row.recipients?.map(viewRecipient) ?? [onlyRecipient(row)];
  return { recipients, ...(isPartial(row) && { partially_delivered: true as const }) };
}

/** Statuses of recipients for whom a delivered message is done. */
const COMPLETE: readonly StoredRecipient['status'][] = ['delivered', 'skipped'];

/** Whether somebody got the message, and somebody else didn't or didn't yet. */
function isPartial({ recipients, state }: Sent): boolean {
  return state === 'delivered' && recipients?.some(({ status }) => !COMPLETE.includes(status)) === true;
}

/** Whether the other side refused it, and no scan or person. */
function wasRefused({ scan, review }: Pick<Sent, 'scan' | 'review'>): boolean {
  return scan?.verdict !== 'blocked' && (review === null || review.resolution === 'approved');
}

function onlyRecipient({ recipient, state, hold_context: hold, ...times }: Sent): SentRecipient {
  const one = { address: recipient, name: null, role: 'to' as const, code: null };
  const at = isoTime(times.dispatched_at ?? times.created_at);
  switch (state) {
    case 'delivered':
    case 'bounced':
      return { ...one, status: state, at };
    case 'blocked':
      // Otherwise it never left.
      return wasRefused(times) ? { ...one, status: 'rejected', at } : { ...one, status: 'pending', at: null };
    case 'available':
      return { ...one, status: 'unknown', at };
    case 'quarantined':
      // Mail that no scan or rule holds waits for the other server.
      return hold === null ? { ...one, status: 'deferred', at } : { ...one, status: 'pending', at: null };
    default:
      return { ...one, status: 'pending', at: null };
  }
}
