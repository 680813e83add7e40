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

/** State from which a message leaves, and what to store with its outcome. */
export interface DispatchCause {
  readonly from: 'scanning' | 'quarantined' | 'pending_review';
  /** Scan to store with the outcome; absent on retries. */
  readonly scanned?: ScanResult;
  /** Earlier attempts of the daemon. */
  readonly tries?: number;
  /** The decision that released it, recorded when it takes effect. */
  readonly decision?: Decision;
  /** Throws refusals, in the transaction that starts the dispatch. */
  readonly admit?: (transaction: Transaction) => Promise<void>;
}

/**
 * Hands a message to the transport and stores the outcome. Null when a parallel request had changed its
 * state, and nothing was sent.
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

/** Delivers locally in one transaction, so no outcome is unknown. */
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
 * Delivers remotely. `dispatching` is durable before the first byte is sent, so no crash sends a message
 * twice.
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
 * Moves the message out of the state that its cause names, and stores its scan, in one update if possible.
 * False when a parallel request was faster.
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

/** Stores the consequences of the outcome. */
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
      // A failed decision leaves the message as it was.
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

/**
 * Drafts that go by themselves, or after an early answer, have no caller who waits; neither has an edited
 * message's agent.
 */
function unattended({
  draft_trigger: trigger,
  edited_from,
}: Outgoing): 'approve' | 'async' | 'schedule' | null {
  if (edited_from !== null) return 'approve';
  return trigger === 'sync' ? null : trigger;
}
