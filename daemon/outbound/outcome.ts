import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { EventData } from '../../shared/contract/events.ts';
import { refundMessage } from '../accounts/charge.ts';
import type { Context } from '../context.ts';
import { moveState } from '../messages/states.ts';
import { planOutcome } from '../simulator/plan.ts';
import type { Transaction } from '../store/store.ts';
import { HOUR, MINUTE } from '../system/clock.ts';
import { isoTime } from '../system/iso-time.ts';
import type { Outgoing } from './outgoing.ts';

/** Records the outcome of a dispatch. */

export const DISPATCH_RETRY = 'dispatch.retry';

/**
 * Waits before the daemon's first retries of a deferral; then every four hours for a day, as mail servers do.
 */
const FIRST_WAITS = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];
const LATER_WAIT = 4 * HOUR;
const LATER_TRIES = 6;

/** Why a message without a waiting caller was blocked. */
export interface Failure {
  readonly trigger: EventData<'message.dispatch_failed'>['trigger'];
  readonly reasonCode: EventData<'message.dispatch_failed'>['reason_code'];
  /** Error code that a send would have returned. */
  readonly errorCode?: ErrorCode;
}

/** Records the event of a delivery. */
export async function tellDelivered(
  context: Context,
  transaction: Transaction,
  outgoing: Outgoing,
): Promise<void> {
  await transaction.emit({
    type: 'message.delivered',
    accountId: outgoing.account_id,
    mailboxId: outgoing.mailbox_id,
    data: { ...messageFields(outgoing), delivered_at: isoTime(transaction.now) },
  });
  await planOutcome(context, transaction, outgoing);
}

/** Schedules a retry, or blocks the message after the last one. */
export async function recordDeferral(
  transaction: Transaction,
  outgoing: Outgoing,
  tries: number,
): Promise<void> {
  if (await planRetry(transaction, outgoing.id, tries)) {
    await moveState(transaction, outgoing.id, ['dispatching', 'quarantined'], { hold_context: null });
  } else {
    await recordRejection(transaction, outgoing, EXHAUSTED);
  }
}

/** Why the daemon gives up. */
export const EXHAUSTED: Failure = { trigger: 'retry', reasonCode: 'attempts_exhausted' };

/** Schedules the next retry; false after the last one. */
export async function planRetry(
  transaction: Transaction,
  messageId: string,
  tries: number,
): Promise<boolean> {
  const wait = FIRST_WAITS[tries] ?? (tries < FIRST_WAITS.length + LATER_TRIES ? LATER_WAIT : null);
  if (wait === null) return false;
  await planTry(transaction, messageId, { tries: tries + 1, wait });
  return true;
}

/** Plans a try of the daemon, which is one of so many. */
export function planTry(
  transaction: Transaction,
  messageId: string,
  { tries, wait }: { readonly tries: number; readonly wait: number },
): Promise<void> {
  return transaction.schedule({
    kind: DISPATCH_RETRY,
    dueAt: transaction.now + wait,
    payload: { message_id: messageId, tries },
  });
}

/**
 * The message may have been delivered, so it's never retried: it stays `available` for a person to look at.
 */
export async function recordAmbiguity(
  transaction: Transaction,
  outgoing: Pick<Outgoing, 'id' | 'account_id' | 'mailbox_id'>,
): Promise<void> {
  await moveState(transaction, outgoing.id, ['dispatching', 'available']);
  await transaction.audit({
    kind: 'message.dispatch.left_open',
    accountId: outgoing.account_id,
    mailboxId: outgoing.mailbox_id,
    actor: { type: 'system', id: 'transport' },
    target: outgoing.id,
    before: 'dispatching',
    after: 'available',
  });
}

/** Blocks the message and refunds it; `failure` becomes an event when no caller waits. */
export async function recordRejection(
  transaction: Transaction,
  outgoing: Outgoing,
  failure: Failure | null,
): Promise<void> {
  await moveState(transaction, outgoing.id, ['dispatching', 'blocked']);
  await refundMessage(transaction, outgoing.id);
  if (failure) await tellFailed(transaction, outgoing, failure);
}

/** Writes the event only; callers change the row. */
export async function tellFailed(
  transaction: Transaction,
  outgoing: Outgoing,
  { trigger, reasonCode, errorCode }: Failure,
): Promise<void> {
  await transaction.emit({
    type: 'message.dispatch_failed',
    accountId: outgoing.account_id,
    mailboxId: outgoing.mailbox_id,
    data: {
      ...messageFields(outgoing),
      trigger,
      reason_code: reasonCode,
      error_code: errorCode ?? null,
      draft_id: outgoing.draft_id,
      failed_at: isoTime(transaction.now),
    },
  });
}

/** Fields of every event about an outbound message. */
export function messageFields(outgoing: Outgoing) {
  return {
    message_id: outgoing.id,
    mailbox_id: outgoing.mailbox_id,
    thread_id: outgoing.thread_id,
    sender: outgoing.sender,
    recipient: outgoing.recipient,
    to: outgoing.recipient,
    subject: outgoing.subject,
  };
}
