import { accountScope } from '../../platform/store/lock-scope.ts';
import type { MailContext } from '../context.ts';
import { assertDecision } from '../messages/pending-decision.ts';
import type { ReasonGiven } from '../messages/review.ts';
import { transition } from '../messages/transitions/transition.ts';
import { decidedMeanwhile, type Held } from './held.ts';

interface RefusedHold {
  readonly held: Held;
  readonly kind: 'block' | 'deny';
  readonly given: ReasonGiven;
}

const CAUSE = { block: 'blocked', deny: 'denied' } as const;

/** Blocks a held message for good, and refunds an outgoing one. */
export async function refuseHeld(
  context: MailContext,
  { held: { message, principal, decision }, kind, given }: RefusedHold,
): Promise<void> {
  const change = { to: 'blocked', cause: CAUSE[kind], actor: principal.actor, given } as const;
  const moved = await context.store.write(accountScope(message), async (transaction) => {
    await assertDecision(transaction.db, message.id, decision);
    return transition(transaction, message, change);
  });
  if (!moved) throw await decidedMeanwhile(context, message.id);
}
