import type { DeliveryVerdict } from '../../network/smtp-client/verdict.ts';
import { NotHeldError } from '../../platform/store/errors.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { scheduleRetry } from '../../platform/system/schedule-retry.ts';
import { storedFiles } from '../attachments/staging/outbound-attachments.ts';
import type { MailContext } from '../context.ts';
import { transition } from '../messages/transitions/transition.ts';
import { HARD_BOUNCE, suppressRecipient } from './feedback.ts';
import { outboundMail } from './outbound-mail.ts';
import { changeOf, type Sending, type Step } from './outcome.ts';
import type { Outgoing } from './outgoing.ts';
import type { LocalDelivery, RemoteDelivery, TransportOutcome } from './transport.ts';

/**
 * Hands a message to the transport and stores the outcome. Null when a parallel request had changed its
 * state, and nothing was sent.
 */
export async function dispatch(context: MailContext, sending: Sending): Promise<TransportOutcome | null> {
  const { outgoing } = sending;
  const files = await storedFiles(context.store, outgoing.id);
  const mail = await outboundMail(context, outgoing, { files, at: context.clock.now() });
  const delivery = await context.transport.prepare(mail);
  return delivery.kind === 'local'
    ? dispatchHere(context, sending, delivery)
    : dispatchAway(context, sending, delivery);
}

/** A parallel request changed the message's state first. */
class OvertakenError extends Error {}

/** Delivers locally in one transaction, so no outcome is unknown. */
async function dispatchHere(
  context: MailContext,
  sending: Sending,
  delivery: LocalDelivery,
): Promise<TransportOutcome | null> {
  const accounts = [sending.outgoing.account_id, ...delivery.accounts];
  let outcome: TransportOutcome | null = null;
  try {
    outcome = await context.store.write({ accounts }, async (transaction) => {
      const plan = await delivery.plan(transaction);
      // An accepted message, the common case, is written once.
      const isWrittenTwice = plan.outcome !== 'accepted';
      const isFree = !isWrittenTwice || (await record(context, transaction, { sending, step: 'claimed' }));
      const current = isWrittenTwice ? claimed(sending) : sending;
      if (!isFree || !(await record(context, transaction, { sending: current, step: plan.outcome }))) {
        throw new OvertakenError();
      }
      if (plan.outcome === 'accepted') await plan.deliver();
      return plan.outcome;
    });
  } catch (error) {
    if (!(error instanceof OvertakenError)) throw error;
  } finally {
    if (outcome !== 'accepted') await delivery.discard();
  }
  return outcome;
}

/**
 * Delivers remotely. `dispatching` is durable before the first byte is sent, so no crash sends a message
 * twice.
 */
async function dispatchAway(
  context: MailContext,
  sending: Sending,
  delivery: RemoteDelivery,
): Promise<TransportOutcome | null> {
  const release = await delivery.acquire();
  try {
    if (!context.ownRows.isHeld) throw new NotHeldError();
    const isFree = await context.store.write(accountScope(sending.outgoing), (transaction) =>
      record(context, transaction, { sending, step: 'claimed' }),
    );
    if (!isFree) return null;
    const outcome = release ? await sent(context, sending.outgoing, delivery) : 'deferred';
    await persistWithRetry(context, sending.outgoing, (transaction) =>
      record(context, transaction, { sending: claimed(sending), step: outcome }),
    );
    return outcome;
  } finally {
    release?.();
  }
}

function sent(context: MailContext, outgoing: Outgoing, delivery: RemoteDelivery): Promise<TransportOutcome> {
  const { operations } = context.metrics;
  return operations.run(
    'dispatch',
    async () => {
      operations.note({ message_id: outgoing.id, account_id: outgoing.account_id });
      return outcomeOf(await delivery.send());
    },
    (outcome) => outcome,
  );
}

/** Records a step; false when a parallel request changed the message's state first. */
export async function record(
  context: MailContext,
  transaction: Transaction,
  { sending, step }: { readonly sending: Sending; readonly step: Step },
): Promise<boolean> {
  const { outgoing, admit } = sending;
  await admit?.(transaction);
  if (step === 'no_such_recipient') {
    await suppressRecipient(context, transaction, { outgoing, finding: HARD_BOUNCE });
  }
  const { platformDomain } = context.config;
  const change = changeOf(step, sending, { platformDomain, now: transaction.now });
  return transition(transaction, outgoing, change);
}

/** The message once it is claimed: its scan is stored. */
export function claimed({ admit: _, ...sending }: Sending): Sending {
  return { ...sending, outgoing: { ...sending.outgoing, state: 'dispatching' }, scanned: null };
}

/**
 * Stores the provider's answer. Only this process knows it, so the write is retried until the daemon ends.
 */
async function persistWithRetry(
  context: MailContext,
  outgoing: Outgoing,
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await context.store.write(accountScope(outgoing), work);
  } catch (error) {
    context.log.error({ err: error, message_id: outgoing.id }, 'outcome of a send not recorded, will retry');
    scheduleRetry(context, () => persistWithRetry(context, outgoing, work).catch(() => undefined));
    throw error;
  }
}

function outcomeOf(verdict: DeliveryVerdict): TransportOutcome {
  if (verdict.kind !== 'rejected') return verdict.kind;
  return verdict.noSuchRecipient ? 'no_such_recipient' : 'rejected';
}
