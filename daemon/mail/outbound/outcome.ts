import type { Transaction } from '../../platform/store/store.ts';
import { simulatedOutcome } from '../../rules/recipients/simulator.ts';
import type { Decision } from '../messages/review.ts';
import type { Change, DispatchFailure, Scanned } from '../messages/transitions/causes.ts';
import type { Outgoing } from './outgoing.ts';
import { EXHAUSTED, nextTry } from './retry-schedule.ts';
import type { TransportOutcome } from './transport.ts';

/** A message that is about to be dispatched, in the state in which it was loaded. */
export interface Sending {
  readonly outgoing: Outgoing;
  /** Scan to store with the first step; null on retries and for released messages. */
  readonly scanned: Scanned | null;
  /** Earlier attempts of the daemon; null for a first dispatch. */
  readonly tries: number | null;
  /** The decision that released it, recorded when it takes effect. */
  readonly decision: Decision | null;
  /** Throws refusals, in the transaction that starts the dispatch. */
  readonly admit?: (transaction: Transaction) => Promise<void>;
}

/** A step of a dispatch: the message is claimed for it, or the transport has an outcome. */
export type Step = 'claimed' | TransportOutcome;

type StepCause = 'dispatched' | 'accepted' | 'deferred' | 'put_back' | 'failed' | 'left_open';

/** The states in which messages wait for a decision. */
const HELD_IN = { approve: 'pending_review', release: 'quarantined' } as const;

/** Facts of a step besides the message. */
interface At {
  readonly platformDomain: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The change of state that a step makes. */
export function changeOf(step: Step, sending: Sending, { platformDomain, now }: At): Change<StepCause> {
  const { outgoing, scanned, decision, tries } = sending;
  switch (step) {
    case 'claimed':
      return { to: 'dispatching', cause: 'dispatched', scanned, decision };
    case 'accepted': {
      // Each of several acts for itself.
      const simulated = outgoing.recipients ? null : simulatedOutcome(outgoing, platformDomain, now);
      return { to: 'delivered', cause: 'accepted', scanned, decision, simulated };
    }
    case 'deferred': {
      // A failed decision leaves the message as it was; other mail waits for the daemon's next retry.
      if (decision) return { to: HELD_IN[decision.kind], cause: 'put_back' };
      const retry = nextTry(outgoing.id, tries ?? 0, now);
      return retry ? { to: 'quarantined', cause: 'deferred', retry } : failed(sending, EXHAUSTED);
    }
    case 'no_such_recipient':
    case 'rejected':
      return failed(sending, rejection(sending));
    case 'ambiguous':
      return { to: 'available', cause: 'left_open', decision };
  }
}

function failed({ outgoing, decision }: Sending, failure: DispatchFailure | null): Change<'failed'> {
  return { to: 'blocked', cause: 'failed', failure, decision, draftId: outgoing.draft_id };
}

/** The event for a rejection; null when a synchronous answer reports it. */
export function rejection({ outgoing, decision, tries }: Sending): DispatchFailure | null {
  const trigger = decision?.kind ?? (tries === null ? unattended(outgoing) : 'retry');
  return trigger && { trigger, reasonCode: 'provider_rejected' };
}

/**
 * Drafts that are sent on schedule or after an early answer have no caller who waits; neither has an edited
 * message's agent.
 */
function unattended({ draft_trigger: trigger, edited_from }: Outgoing) {
  if (edited_from !== null) return 'approve';
  return trigger === 'sync' ? null : trigger;
}
