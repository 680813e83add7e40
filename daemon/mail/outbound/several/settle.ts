import type { Transaction } from '../../../platform/store/store.ts';
import { simulatedOutcome } from '../../../rules/recipients/simulator.ts';
import type { MailContext } from '../../context.ts';
import * as events from '../../messages/transitions/events.ts';
import { OPEN, outcomeOf, type Status } from '../../messages/transitions/recipients.ts';
import { transition } from '../../messages/transitions/transition.ts';
import { HARD_BOUNCE, suppressRecipient } from '../feedback.ts';
import { rejection, type Sending } from '../outcome.ts';
import { record } from '../record.ts';
import { EXHAUSTED, nextTry } from '../retry-schedule.ts';
import type { TransportOutcome } from '../transport.ts';
import { changeRecipients, current, type OutgoingToSeveral, only } from './statuses.ts';

/** A dispatch of a message to several. */
export type SendingToSeveral = Sending & { readonly outgoing: OutgoingToSeveral };

/** The transport's answer for one recipient. */
export interface RecipientOutcome {
  /** Place of the recipient in the list. */
  readonly place: number;
  readonly outcome: TransportOutcome;
  /** Codes of the other side, or null. */
  readonly code: string | null;
}

const STATUS_OF: Readonly<Record<TransportOutcome, Status>> = {
  accepted: 'delivered',
  deferred: 'deferred',
  rejected: 'rejected',
  no_such_recipient: 'rejected',
  ambiguous: 'unknown',
};

/**
 * Records what became of a message for one recipient, and for the last one what that makes of the message.
 * False when the recipient isn't waiting for an outcome any more.
 */
export async function recordOutcome(
  context: MailContext,
  transaction: Transaction,
  { sending, result }: { readonly sending: SendingToSeveral; readonly result: RecipientOutcome },
): Promise<boolean> {
  const { place, outcome, code } = result;
  const before = await current(transaction, sending.outgoing.id);
  const recipient = before?.recipients[place];
  if (!before || !recipient || !OPEN.includes(recipient.status)) return false;
  const outgoing = await changeRecipients(
    transaction,
    before,
    only(place, { status: STATUS_OF[outcome], code }),
  );
  await addEffects(context, transaction, { sending: { ...sending, outgoing }, result });
  await settle(context, transaction, { ...sending, outgoing });
  return true;
}

/** Effects of an outcome besides the status; `outgoing` is the message with the new status. */
async function addEffects(
  context: MailContext,
  transaction: Transaction,
  { sending, result }: { readonly sending: SendingToSeveral; readonly result: RecipientOutcome },
): Promise<void> {
  const { now } = transaction;
  const { place, outcome } = result;
  const outgoing = { ...sending.outgoing, recipient: sending.outgoing.recipients[place]?.address ?? '' };
  if (outcome === 'accepted') {
    const job = simulatedOutcome({ ...outgoing, place }, context.config.platformDomain, now);
    if (job) await transaction.schedule({ ...job, accountId: outgoing.account_id });
    // The first outcome of the message has an event of its own.
    if (outgoing.state !== 'dispatching') await transaction.emit(events.delivered(outgoing, now));
  }
  if (outcome === 'no_such_recipient') {
    await suppressRecipient(context, transaction, { outgoing, finding: HARD_BOUNCE });
  }
  if (outcome === 'no_such_recipient' || outcome === 'rejected') {
    const failure = rejection(sending);
    const draftId = outgoing.draft_id;
    if (failure) await transaction.emit(events.dispatchFailed(outgoing, { ...failure, draftId, at: now }));
  }
}

/** Changes the state of the message once nobody is open, and plans another try for those who are deferred. */
export async function settle(
  context: MailContext,
  transaction: Transaction,
  sending: SendingToSeveral,
): Promise<void> {
  const { recipients, state } = sending.outgoing;
  if (recipients.some(({ status }) => OPEN.includes(status))) return;
  const step = outcomeOf(recipients);
  const isOnlyDeferred = state === 'dispatching' && step === 'deferred';
  const outgoing = await planRest(transaction, sending, isOnlyDeferred);
  if (state === 'dispatching') {
    await record(context, transaction, { sending: { ...sending, outgoing }, step });
  } else if (state === 'available' && step === 'accepted') {
    await transition(transaction, outgoing, { to: 'delivered', cause: 'reached_later' });
  }
}

/**
 * Plans the next try for deferred recipients, or gives up after the last. A message of which nobody has
 * anything is retried as a whole, and has its job from the change of its state.
 */
async function planRest(
  transaction: Transaction,
  { outgoing, tries, decision }: SendingToSeveral,
  isOnlyDeferred: boolean,
): Promise<OutgoingToSeveral> {
  const { now } = transaction;
  const deferred = outgoing.recipients.filter(({ status }) => status === 'deferred');
  if (deferred.length === 0 || (isOnlyDeferred && decision)) return outgoing;
  const next = nextTry(outgoing.id, tries ?? 0, now);
  if (next) {
    if (!isOnlyDeferred) await transaction.schedule({ ...next, accountId: outgoing.account_id });
    return outgoing;
  }
  if (!isOnlyDeferred) {
    const failed = { ...EXHAUSTED, draftId: outgoing.draft_id, at: now };
    await transaction.emit(
      ...deferred.map(({ address }) => events.dispatchFailed({ ...outgoing, recipient: address }, failed)),
    );
  }
  return changeRecipients(transaction, outgoing, ({ status }) =>
    status === 'deferred' ? { status: 'rejected', code: EXHAUSTED.reasonCode } : null,
  );
}
