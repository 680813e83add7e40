import type { StoredRecipient } from '../../../platform/store/schema.ts';

/** How the state of a message to several follows from what became of it for each of them. */

export type Status = StoredRecipient['status'];

/** Statuses of recipients to whom the transport has still to be asked about. */
export const OPEN: readonly Status[] = ['pending', 'sending'];

/** Statuses of recipients who may have the message. */
export const REACHED: readonly Status[] = ['delivered', 'unknown'];

/** The outcome of a message by the first of these statuses that any of its recipients has. */
const OUTCOMES = [
  ['delivered', 'accepted'],
  ['unknown', 'ambiguous'],
  ['deferred', 'deferred'],
] as const;

export type MessageOutcome = (typeof OUTCOMES)[number][1] | 'rejected';

/** The outcome of a message once nobody is open. */
export function outcomeOf(recipients: readonly StoredRecipient[]): MessageOutcome {
  const found = OUTCOMES.find(([status]) => recipients.some((each) => each.status === status));
  return found?.[1] ?? 'rejected';
}

/** Whether a message bounced as a whole: for somebody, and nobody else has it or still gets it. */
export function isBounced(recipients: readonly StoredRecipient[]): boolean {
  const others: readonly Status[] = [...OPEN, ...REACHED, 'deferred'];
  return (
    recipients.some(({ status }) => status === 'bounced') &&
    !recipients.some(({ status }) => others.includes(status))
  );
}
