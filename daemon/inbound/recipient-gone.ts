import type { RecipientDecision } from './check-recipient.ts';

/** Why a recipient that was accepted doesn't take the message after all. */
type Reason = 'paused' | 'over_storage' | 'too_large' | 'unknown' | 'elsewhere';

/** The reply to the peer; reasons without one ask it to try again, since the message may have other recipients. */
const DECISIONS: Readonly<Partial<Record<Reason, RecipientDecision>>> = {
  paused: 'deferred',
  over_storage: 'over_storage',
  too_large: 'too_large',
};

/** A recipient was accepted and does not take the message after all. */
export class RecipientGoneError extends Error {
  readonly decision: RecipientDecision | null;

  constructor(reason: Reason) {
    super(`the mailbox of a recipient takes no mail any more (${reason})`);
    this.decision = DECISIONS[reason] ?? null;
  }
}
