import { ServiceError } from '../../platform/errors/service-error.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import type { MailContext } from '../context.ts';
import { assertDecision } from '../messages/pending-decision.ts';
import type { ReasonGiven } from '../messages/review.ts';
import { transition } from '../messages/transitions/transition.ts';
import { assertLive, assertMayRelease, decidedMeanwhile, type Held } from './held.ts';
import { assertNotSuspended, recheckGates } from './recheck.ts';
import type { DecisionRule } from './rule.ts';
import { sendHeld } from './send-held.ts';

/** Releases a quarantined message: an inbound one becomes readable, an outbound one is sent. */
export const release: DecisionRule<'released' | 'sent' | 'blocked'> = {
  kind: 'release',
  state: 'quarantined',
  check(_context, held) {
    const { principal, message, mailbox } = held;
    assertLive(mailbox);
    assertMayRelease(held);
    if (message.direction === 'inbound' && isKeptFromText(principal, mailbox)) {
      throw new ServiceError('INSUFFICIENT_SCOPE', { reason: 'content_withheld' });
    }
  },
  checkGates: (context, held) =>
    held.message.direction === 'outbound'
      ? recheckGates(context, held, 'release')
      : assertNotSuspended(context, held),
  carryOut: (context, held, given) =>
    held.message.direction === 'outbound'
      ? sendHeld(context, held, { kind: 'release', actor: held.principal.actor, ...given })
      : makeReadable(context, held, given),
};

async function makeReadable(context: MailContext, held: Held, given: ReasonGiven): Promise<'released'> {
  await assertNotSuspended(context, held);
  const { message, principal, decision } = held;
  const change = { to: 'available', cause: 'released', actor: principal.actor, given } as const;
  const moved = await context.store.write(accountScope(message), async (transaction) => {
    await assertDecision(transaction.db, message.id, decision);
    return transition(transaction, message, change);
  });
  if (!moved) throw await decidedMeanwhile(context, message.id);
  return 'released';
}
