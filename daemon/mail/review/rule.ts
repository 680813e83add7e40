import type { DecisionKind } from '../../../shared/contract/messages.ts';
import type { MailContext } from '../context.ts';
import type { ReasonGiven } from '../messages/review.ts';
import type { Held } from './held.ts';

/**
 * A kind of decision about held mail. The same rule serves one that takes effect at once and one that waits.
 */
export interface DecisionRule<Status extends string = string> {
  readonly kind: DecisionKind;
  readonly state: 'quarantined' | 'pending_review';
  /** Refuses what the message, its mailbox or the caller rule out. */
  check(context: MailContext, held: Held, reason: string | null): Promise<void> | void;
  /** Gates that `carryOut` asks again: a decision that they refuse now isn't scheduled. */
  checkGates?(context: MailContext, held: Held): Promise<unknown>;
  carryOut(context: MailContext, held: Held, given: ReasonGiven): Promise<Status>;
}
