import { NotHeldError } from '../../platform/store/errors.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { storedFiles } from '../attachments/staging/outbound-attachments.ts';
import type { MailContext } from '../context.ts';
import { handOver, outcomeOf } from './hand-over.ts';
import { outboundMail } from './outbound-mail.ts';
import type { Sending } from './outcome.ts';
import { claimed, persistWithRetry, record } from './record.ts';
import { dispatchToEach } from './several/dispatch.ts';
import { isToSeveral } from './several/statuses.ts';
import type { LocalDelivery, RemoteDelivery, TransportOutcome } from './transport.ts';

/**
 * Hands a message to the transport and stores the outcome. Null when a parallel request had changed its
 * state, and nothing was sent.
 */
export async function dispatch(context: MailContext, sending: Sending): Promise<TransportOutcome | null> {
  const { outgoing } = sending;
  if (isToSeveral(outgoing)) return dispatchToEach(context, { ...sending, outgoing });
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
    const outcome = release ? outcomeOf(await handOver(context, sending.outgoing, delivery)) : 'deferred';
    await persistWithRetry(context, sending.outgoing, (transaction) =>
      record(context, transaction, { sending: claimed(sending), step: outcome }),
    );
    return outcome;
  } finally {
    release?.();
  }
}
