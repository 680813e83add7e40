import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { scheduleRetry } from '../../platform/system/schedule-retry.ts';
import type { MailContext } from '../context.ts';
import { transition } from '../messages/transitions/transition.ts';
import { HARD_BOUNCE, suppressRecipient } from './feedback.ts';
import { changeOf, type Sending, type Step } from './outcome.ts';
import type { Outgoing } from './outgoing.ts';

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
export async function persistWithRetry(
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
