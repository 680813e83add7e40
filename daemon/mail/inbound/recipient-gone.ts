/** Refusal of a recipient, for the SMTP listener. */
export type RecipientRefusal =
  | 'unavailable'
  | 'unknown'
  | 'closed'
  | 'not_local'
  | 'deferred'
  | 'backlog'
  | 'over_storage'
  | 'too_large'
  | 'no_disk';

/** Why an accepted recipient no longer takes the message. */
type Reason = 'paused' | 'over_storage' | 'too_large' | 'unknown' | 'closed' | 'elsewhere' | 'moved';

/** Replies to the peer. Reasons without one ask it to retry, since the message may have other recipients. */
const REFUSALS: Readonly<Partial<Record<Reason, RecipientRefusal>>> = {
  paused: 'deferred',
  over_storage: 'over_storage',
  too_large: 'too_large',
};

/** An accepted recipient no longer takes the message. */
export class RecipientGoneError extends Error {
  readonly refusal: RecipientRefusal | null;

  constructor(reason: Reason) {
    super(`the recipient's mailbox no longer accepts mail (${reason})`);
    this.refusal = REFUSALS[reason] ?? null;
  }
}
