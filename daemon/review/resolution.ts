import type { EventData } from '../../shared/contract/events.ts';
import { type ReasonGiven, recordReview } from '../messages/review.ts';
import { messageFields } from '../outbound/outcome.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import type { Actor } from '../store/audit.ts';
import type { Transaction } from '../store/store.ts';
import { isoTime } from '../system/iso-time.ts';

/** A decision about a held outbound message. */
export interface Decision extends ReasonGiven {
  readonly kind: 'release' | 'approve';
  readonly actor: Actor;
}

const AUDIT_KIND: Readonly<Record<Decision['kind'], string>> = {
  release: 'message.hold.released',
  approve: 'message.review.approved',
};

/** Records a decision that took effect, with the event for the end of a review. */
export async function recordDecision(
  transaction: Transaction,
  outgoing: Outgoing,
  decision: Decision,
  after: 'delivered' | 'blocked',
): Promise<void> {
  await auditDecision(transaction, outgoing, decision, after);
  if (decision.kind !== 'approve') return;
  await tellResolved(transaction, outgoing, {
    resolution: 'approved',
    status: after === 'delivered' ? 'sent' : 'blocked',
    actor: decision.actor,
    reason: decision.reason,
  });
}

/** Records a decision without the event, for a message with an unknown outcome. */
export async function auditDecision(
  transaction: Transaction,
  outgoing: Pick<Outgoing, 'id' | 'account_id' | 'mailbox_id' | 'hold_context'>,
  decision: Decision,
  after: 'delivered' | 'blocked' | 'available',
): Promise<void> {
  const { kind, ...decided } = decision;
  const resolution = kind === 'approve' ? 'approved' : 'released';
  await recordReview(transaction, outgoing.id, { ...decided, resolution });
  await transaction.audit({
    kind: AUDIT_KIND[decision.kind],
    accountId: outgoing.account_id,
    mailboxId: outgoing.mailbox_id,
    actor: decision.actor,
    target: outgoing.id,
    before: outgoing.hold_context === null ? null : JSON.parse(outgoing.hold_context),
    after,
    ...(decision.reason !== null && { reason: decision.reason }),
  });
}

/** Outcome of a review, for its event. */
export interface Resolved {
  readonly resolution: EventData<'message.review_resolved'>['resolution'];
  readonly status: 'sent' | 'blocked';
  readonly actor: Actor;
  readonly reason: string | null;
  /** Id of the message that was sent in its place. */
  readonly editedTo?: string;
}

export async function tellResolved(
  transaction: Transaction,
  outgoing: Outgoing,
  { resolution, status, actor, reason, editedTo }: Resolved,
): Promise<void> {
  await transaction.emit({
    type: 'message.review_resolved',
    accountId: outgoing.account_id,
    mailboxId: outgoing.mailbox_id,
    data: {
      ...messageFields(outgoing),
      resolution,
      status,
      reason,
      ...(editedTo !== undefined && { edited_to: editedTo }),
      actor_type: actor.type,
      actor_id: actor.id,
      resolved_at: isoTime(transaction.now),
    },
  });
}
