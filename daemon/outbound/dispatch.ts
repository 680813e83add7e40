import type { ScanResult } from '../analysis/tasks.ts';
import type { Context } from '../context.ts';
import { recordScanned } from '../messages/scanned.ts';
import { moveState } from '../messages/states.ts';
import { auditDecision, type Decision, recordDecision } from '../review/resolution.ts';
import type { Transaction } from '../store/store.ts';
import { takeUpAgain } from '../system/again.ts';
import { HARD_BOUNCE, suppressRecipient } from './feedback.ts';
import { writeLetter } from './letter.ts';
import { type Failure, recordAmbiguity, recordDeferral, recordRejection, tellDelivered } from './outcome.ts';
import type { Outgoing } from './outgoing.ts';
import { envelopeSender } from './return-path.ts';
import type { LocalHandover, RemoteHandover, TransportOutcome } from './transport.ts';
import type { Verdict } from './transports/verdict.ts';

/** Where a message comes from that is about to leave, and what is recorded together with the outcome. */
export interface DispatchCause {
  readonly from: 'scanning' | 'quarantined' | 'pending_review';
  /** The scan that is recorded together with the outcome; absent on retries. */
  readonly scanned?: ScanResult;
  /** Tries of the daemon itself before this one. */
  readonly tries?: number;
  /** Who let a held message go: written down when it takes effect. */
  readonly decision?: Decision;
  /** Throws what forbids to go on, in the transaction that takes the message out of its state. */
  readonly admit?: (transaction: Transaction) => Promise<void>;
}

/**
 * Hands a message to the transport and records the outcome together with what the transport made durable.
 * Null when the message was no longer where the cause says: somebody else was faster, and nothing was handed
 * over.
 */
export async function dispatch(
  context: Context,
  outgoing: Outgoing,
  cause: DispatchCause,
): Promise<TransportOutcome | null> {
  const { raw, text, html } = await writeLetter(context, outgoing, context.clock.now());
  const handover = await context.transport.prepare({
    messageId: outgoing.id,
    accountId: outgoing.account_id,
    envelopeFrom: await envelopeSender(context, outgoing),
    headerFrom: outgoing.sender,
    to: outgoing.recipient,
    subject: outgoing.subject,
    text,
    html,
    raw,
  });
  return handover.kind === 'local'
    ? dispatchHere(context, outgoing, cause, handover)
    : dispatchAway(context, outgoing, cause, handover);
}

/** A parallel request changed the message's state first. */
class OvertakenError extends Error {}

/** Mail that stays on this machine: one transaction, so that no outcome is unknown. */
async function dispatchHere(
  context: Context,
  outgoing: Outgoing,
  cause: DispatchCause,
  handover: LocalHandover,
): Promise<TransportOutcome | null> {
  let outcome: TransportOutcome | null = null;
  try {
    outcome = await context.store.write(async (transaction) => {
      const reached = await handover.commit(transaction);
      const arrived = reached === 'accepted';
      if (!(await take(transaction, outgoing, cause, arrived ? 'delivered' : 'dispatching'))) {
        throw new OvertakenError();
      }
      await conclude(context, transaction, outgoing, cause, reached);
      return reached;
    });
  } catch (error) {
    if (!(error instanceof OvertakenError)) throw error;
  } finally {
    if (outcome !== 'accepted') await handover.discard();
  }
  return outcome;
}

/**
 * Mail that leaves: that it is on its way is durable before its first byte goes out, so that no crash sends
 * it twice.
 */
async function dispatchAway(
  context: Context,
  outgoing: Outgoing,
  cause: DispatchCause,
  handover: RemoteHandover,
): Promise<TransportOutcome | null> {
  const endTurn = await handover.turn();
  try {
    const taken = await context.store.write((transaction) =>
      take(transaction, outgoing, cause, 'dispatching'),
    );
    if (!taken) return null;
    const outcome = outcomeOf(await handover.send());
    await writeDown(context, outgoing.id, async (transaction) => {
      if (outcome === 'accepted') {
        const changes = { dispatched_at: transaction.now };
        await moveState(transaction, outgoing.id, ['dispatching', 'delivered'], changes);
      }
      await conclude(context, transaction, outgoing, cause, outcome);
    });
    return outcome;
  } finally {
    endTurn();
  }
}

/**
 * Stores the provider's answer. Only this process knows it, so the write is retried until the daemon ends.
 */
async function writeDown(
  context: Context,
  messageId: string,
  record: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await context.store.write(record);
  } catch (error) {
    context.log.error({ err: error, message_id: messageId }, 'outcome of a send not recorded, will retry');
    takeUpAgain(context, () => void writeDown(context, messageId, record).catch(() => undefined));
    throw error;
  }
}

function outcomeOf(verdict: Verdict): TransportOutcome {
  if (verdict.kind !== 'rejected') return verdict.kind;
  return verdict.noSuchRecipient ? 'no_such_recipient' : 'rejected';
}

/**
 * Takes the message out of the state that its cause names, with its scan, and as far as is known already: a
 * row is written once where it can be. False when somebody else was faster.
 */
async function take(
  transaction: Transaction,
  outgoing: Outgoing,
  { from, scanned, admit, decision }: DispatchCause,
  to: 'dispatching' | 'delivered',
): Promise<boolean> {
  await admit?.(transaction);
  const scan = scanned && { scan: JSON.stringify(scanned.scan) };
  const deciding = decision && { deciding: JSON.stringify(decision) };
  const moved =
    to === 'delivered'
      ? moveState(transaction, outgoing.id, [from, 'dispatching', to], {
          ...scan,
          dispatched_at: transaction.now,
        })
      : moveState(transaction, outgoing.id, [from, to], { ...scan, ...deciding });
  if (!(await moved)) return false;
  if (scanned) await recordScanned(transaction, outgoing, scanned);
  transaction.wake('mailbox', outgoing.mailbox_id);
  return true;
}

/** Writes what the outcome is followed by; a delivered message is `delivered` already. */
async function conclude(
  context: Context,
  transaction: Transaction,
  outgoing: Outgoing,
  cause: DispatchCause,
  outcome: TransportOutcome,
): Promise<void> {
  const { decision } = cause;
  switch (outcome) {
    case 'accepted':
      await tellDelivered(context, transaction, outgoing);
      if (decision) await recordDecision(transaction, outgoing, decision, 'delivered');
      break;
    case 'deferred':
      // A decision that cannot be carried out now leaves the message as it was.
      if (decision) await moveState(transaction, outgoing.id, ['dispatching', cause.from]);
      else await recordDeferral(transaction, outgoing, cause.tries ?? 0);
      break;
    case 'no_such_recipient':
    case 'rejected':
      if (outcome === 'no_such_recipient') {
        await suppressRecipient(context, transaction, outgoing, HARD_BOUNCE);
      }
      await recordRejection(transaction, outgoing, failureOf(outgoing, cause));
      if (decision) await recordDecision(transaction, outgoing, decision, 'blocked');
      break;
    case 'ambiguous':
      await recordAmbiguity(transaction, outgoing);
      if (decision) await auditDecision(transaction, outgoing, decision, 'available');
      break;
  }
  transaction.wake('mailbox', outgoing.mailbox_id);
}

/** The event for a rejection; null when a synchronous answer reports it. */
function failureOf(outgoing: Outgoing, { decision, tries }: DispatchCause): Failure | null {
  const trigger = decision?.kind ?? (tries === undefined ? unattended(outgoing) : 'retry');
  return trigger && { trigger, reasonCode: 'provider_rejected' };
}

/** Drafts that go by themselves, or after an early answer, have no caller who waits; neither has an edited message's agent. */
function unattended({
  draft_trigger: trigger,
  edited_from,
}: Outgoing): 'approve' | 'async' | 'schedule' | null {
  if (edited_from !== null) return 'approve';
  return trigger === 'sync' ? null : trigger;
}
