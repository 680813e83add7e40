import type { Context } from '../context.ts';
import { envelopeSender } from '../domains/return-path.ts';
import type { Decision } from '../messages/review.ts';
import type { Failure, Scanned } from '../messages/transitions/causes.ts';
import type { MessageFacts } from '../messages/transitions/facts.ts';
import { transition } from '../messages/transitions/transition.ts';
import { simulatedOutcome } from '../recipients/simulator.ts';
import type { Verdict } from '../smtp-client/verdict.ts';
import type { Transaction } from '../store/store.ts';
import { scheduleRetry } from '../system/schedule-retry.ts';
import { HARD_BOUNCE, suppressRecipient } from './feedback.ts';
import { writeLetter } from './letter.ts';
import type { Outgoing } from './outgoing.ts';
import { EXHAUSTED, nextTry } from './retry-schedule.ts';
import type { LocalDelivery, OutboundMail, RemoteDelivery, TransportOutcome } from './transport.ts';

/** A message that is about to be dispatched, in the state in which it was loaded. */
export interface Sending {
  readonly outgoing: Outgoing;
  /** Scan to store with the outcome; null on retries and for released messages. */
  readonly scanned: Scanned | null;
  /** Earlier attempts of the daemon; null for a first dispatch. */
  readonly tries: number | null;
  /** The decision that released it, recorded when it takes effect. */
  readonly decision: Decision | null;
  /** Throws refusals, in the transaction that starts the dispatch. */
  readonly admit?: (transaction: Transaction) => Promise<void>;
}

/**
 * Hands a message to the transport and stores the outcome. Null when a parallel request had changed its
 * state, and nothing was sent.
 */
export async function dispatch(context: Context, sending: Sending): Promise<TransportOutcome | null> {
  const delivery = await context.transport.prepare(await composed(context, sending.outgoing));
  return delivery.kind === 'local'
    ? dispatchHere(context, sending, delivery)
    : dispatchAway(context, sending, delivery);
}

async function composed(context: Context, outgoing: Outgoing): Promise<OutboundMail> {
  const { raw, text, html } = await writeLetter(context, outgoing, context.clock.now());
  return {
    messageId: outgoing.id,
    accountId: outgoing.account_id,
    envelopeFrom: await envelopeSender(context, outgoing),
    headerFrom: outgoing.sender,
    to: outgoing.recipient,
    subject: outgoing.subject,
    text,
    html,
    raw,
  };
}

/** A parallel request changed the message's state first. */
class OvertakenError extends Error {}

/** Delivers locally in one transaction, so no outcome is unknown. */
async function dispatchHere(
  context: Context,
  sending: Sending,
  delivery: LocalDelivery,
): Promise<TransportOutcome | null> {
  let outcome: TransportOutcome | null = null;
  try {
    outcome = await context.store.write(async (transaction) => {
      const reached = await delivery.commit(transaction);
      if (!(await recordAtOnce(context, transaction, { sending, outcome: reached }))) {
        throw new OvertakenError();
      }
      return reached;
    });
  } catch (error) {
    if (!(error instanceof OvertakenError)) throw error;
  } finally {
    if (outcome !== 'accepted') await delivery.discard();
  }
  return outcome;
}

interface Dispatched {
  readonly sending: Sending;
  readonly outcome: TransportOutcome;
}

/** Records the outcome of an unclaimed message. An accepted one, the common case, is written once. */
async function recordAtOnce(
  context: Context,
  transaction: Transaction,
  { sending, outcome }: Dispatched,
): Promise<boolean> {
  if (outcome === 'accepted') {
    await sending.admit?.(transaction);
    return recordAccepted(context, transaction, sending);
  }
  if (!(await claim(transaction, sending))) return false;
  return recordOutcome(context, transaction, { sending: claimed(sending), outcome });
}

/**
 * Delivers remotely. `dispatching` is durable before the first byte is sent, so no crash sends a message
 * twice.
 */
async function dispatchAway(
  context: Context,
  sending: Sending,
  delivery: RemoteDelivery,
): Promise<TransportOutcome | null> {
  const release = await delivery.acquire();
  try {
    if (!(await context.store.write((transaction) => claim(transaction, sending)))) return null;
    const outcome = outcomeOf(await delivery.send());
    await persistWithRetry(context, sending.outgoing.id, (transaction) =>
      recordOutcome(context, transaction, { sending: claimed(sending), outcome }),
    );
    return outcome;
  } finally {
    release();
  }
}

/**
 * Stores the provider's answer. Only this process knows it, so the write is retried until the daemon ends.
 */
async function persistWithRetry(
  context: Context,
  messageId: string,
  record: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await context.store.write(record);
  } catch (error) {
    context.log.error({ err: error, message_id: messageId }, 'outcome of a send not recorded, will retry');
    scheduleRetry(context, () => void persistWithRetry(context, messageId, record).catch(() => undefined));
    throw error;
  }
}

function outcomeOf(verdict: Verdict): TransportOutcome {
  if (verdict.kind !== 'rejected') return verdict.kind;
  return verdict.noSuchRecipient ? 'no_such_recipient' : 'rejected';
}

/** Claims the message for this dispatch and stores its scan; false when a parallel request was faster. */
async function claim(
  transaction: Transaction,
  { outgoing, scanned, decision, admit }: Sending,
): Promise<boolean> {
  await admit?.(transaction);
  return transition(transaction, outgoing, { to: 'dispatching', cause: 'dispatched', scanned, decision });
}

/** The same message once it is claimed: its scan is stored. */
function claimed(sending: Sending): Sending {
  return { ...sending, scanned: null };
}

function recordAccepted(
  { config }: Context,
  transaction: Transaction,
  { outgoing, scanned, decision }: Sending,
): Promise<boolean> {
  return transition(transaction, outgoing, {
    to: 'delivered',
    cause: 'accepted',
    scanned,
    decision,
    simulated: simulatedOutcome(outgoing, config.platformDomain, transaction.now),
  });
}

/** Records the outcome of a claimed message. */
async function recordOutcome(
  context: Context,
  transaction: Transaction,
  { sending, outcome }: Dispatched,
): Promise<boolean> {
  const { outgoing, decision } = sending;
  const message = { ...outgoing, state: 'dispatching' as const };
  switch (outcome) {
    case 'accepted':
      return recordAccepted(context, transaction, { ...sending, outgoing: message });
    case 'deferred':
      return recordDeferral(transaction, message, sending);
    case 'no_such_recipient':
    case 'rejected':
      if (outcome === 'no_such_recipient') {
        await suppressRecipient(context, transaction, { outgoing, finding: HARD_BOUNCE });
      }
      return recordFailure(transaction, message, { ...sending, failure: failureOf(sending) });
    case 'ambiguous':
      return transition(transaction, message, { to: 'available', cause: 'left_open', decision });
  }
}

/** A failed decision leaves the message as it was; other mail waits for the daemon's next retry. */
function recordDeferral(transaction: Transaction, message: MessageFacts, sending: Sending): Promise<boolean> {
  const { outgoing, decision, tries } = sending;
  if (decision) return transition(transaction, message, { to: outgoing.state, cause: 'put_back' });
  const retry = nextTry(message.id, tries ?? 0, transaction.now);
  if (retry) return transition(transaction, message, { to: 'quarantined', cause: 'deferred', retry });
  return recordFailure(transaction, message, { ...sending, failure: EXHAUSTED });
}

function recordFailure(
  transaction: Transaction,
  message: MessageFacts,
  { outgoing, decision, failure }: Sending & { readonly failure: Failure | null },
): Promise<boolean> {
  const draftId = outgoing.draft_id;
  return transition(transaction, message, { to: 'blocked', cause: 'failed', failure, decision, draftId });
}

/** The event for a rejection; null when a synchronous answer reports it. */
function failureOf({ outgoing, decision, tries }: Sending): Failure | null {
  const trigger = decision?.kind ?? (tries === null ? unattended(outgoing) : 'retry');
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
