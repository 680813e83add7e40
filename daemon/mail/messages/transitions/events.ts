import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import type { EventData, EventType } from '../../../../shared/contract/events.ts';
import type { ScanVerdict } from '../../../../shared/contract/scan.ts';
import type { Actor } from '../../../platform/store/actor.ts';
import type { NewEvent } from '../../../platform/store/ports.ts';
import type { HoldContext, PendingDecision } from '../../../platform/store/schema.ts';
import { isoTime, isoTimeOrNull } from '../../../platform/system/iso-time.ts';
import { viewRecipient } from '../recipients.ts';
import type { Decision, ReasonGiven } from '../review.ts';
import type { Bounce, DispatchFailure } from './causes.ts';
import type { MessageFacts } from './facts.ts';

/** Events about changes of a message; times are milliseconds since 1970. */

export function received(message: MessageFacts, isReleased: boolean): NewEvent<'message.received'> {
  return event('message.received', message, {
    message_id: message.id,
    mailbox_id: message.mailbox_id,
    sender: message.sender,
    ...fromField(message),
    recipient: message.recipient,
    subject: message.subject,
    automatic: message.automatic,
    ...markFields(message),
    received_at: isoTime(message.created_at),
    ...(isReleased && { released: true as const }),
  });
}

interface HoldFacts {
  readonly hold: HoldContext;
  readonly at: number;
}

export function quarantined(
  message: MessageFacts,
  { hold, verdict, at }: HoldFacts & { readonly verdict: ScanVerdict },
): NewEvent<'message.quarantined'> {
  return event('message.quarantined', message, {
    ...messageFields(message),
    direction: message.direction,
    verdict,
    trigger_source: hold.trigger_source,
    reasons: hold.summary_reasons,
    quarantined_at: isoTime(at),
  });
}

export function pendingReview(
  message: MessageFacts,
  { hold, expiresAt, at }: HoldFacts & { readonly expiresAt: number | null },
): NewEvent<'message.pending_review'> {
  return event('message.pending_review', message, {
    ...messageFields(message),
    trigger_source: hold.trigger_source,
    reasons: hold.summary_reasons,
    expires_at: isoTimeOrNull(expiresAt),
    held_at: isoTime(at),
  });
}

export function delivered(message: MessageFacts, at: number): NewEvent<'message.delivered'> {
  return event('message.delivered', message, { ...messageFields(message), delivered_at: isoTime(at) });
}

export function bounced(
  message: MessageFacts,
  { type, reason, at }: Bounce & { readonly at: number },
): NewEvent<'message.bounced'> {
  return event('message.bounced', message, {
    ...messageFields(message),
    bounce_type: type,
    bounce_reason: reason,
    bounced_at: isoTime(at),
  });
}

/** A send, schedule, decision or retry came to nothing, whether or not the message changed its state. */
export function dispatchFailed(
  message: MessageFacts,
  failed: DispatchFailure & { readonly draftId: string | null; readonly at: number },
): NewEvent<'message.dispatch_failed'> {
  return event('message.dispatch_failed', message, {
    ...messageFields(message),
    trigger: failed.trigger,
    reason_code: failed.reasonCode,
    error_code: failed.errorCode ?? null,
    draft_id: failed.draftId,
    failed_at: isoTime(failed.at),
  });
}

interface Resolved {
  readonly resolution: EventData<'message.review_resolved'>['resolution'];
  readonly status: 'sent' | 'blocked';
  readonly actor: Actor;
  readonly given: Pick<ReasonGiven, 'reason'>;
  /** Id of the message that was sent in its place. */
  readonly editedTo?: string;
  readonly at: number;
}

export function reviewResolved(
  message: MessageFacts,
  { resolution, status, actor, given, editedTo, at }: Resolved,
): NewEvent<'message.review_resolved'> {
  return event('message.review_resolved', message, {
    ...messageFields(message),
    resolution,
    status,
    reason: given.reason,
    ...(editedTo !== undefined && { edited_to: editedTo }),
    actor_type: actor.type,
    actor_id: actor.id,
    resolved_at: isoTime(at),
  });
}

/** A person, a key or a report blocks what was quarantined. */
export function blocked(
  message: MessageFacts,
  { actor, given, at }: Pick<Resolved, 'actor' | 'given' | 'at'>,
): NewEvent<'message.blocked'> {
  return event('message.blocked', message, {
    ...messageFields(message),
    direction: message.direction,
    reason: given.reason,
    actor_type: actor.type,
    actor_id: actor.id,
    blocked_at: isoTime(at),
  });
}

interface DecisionChange {
  readonly decision: PendingDecision;
  readonly status: EventData<'message.decision_pending'>['status'];
  readonly actor: Actor;
  readonly errorCode?: ErrorCode;
  readonly at: number;
}

/** A decision was scheduled, taken back, or refused when it was due. */
export function decisionPending(
  message: MessageFacts,
  { decision, status, actor, errorCode, at }: DecisionChange,
): NewEvent<'message.decision_pending'> {
  return event('message.decision_pending', message, {
    ...messageFields(message),
    direction: message.direction,
    decision: decision.kind,
    status,
    due_at: isoTime(decision.due_at),
    error_code: errorCode ?? null,
    actor_type: actor.type,
    actor_id: actor.id,
    changed_at: isoTime(at),
  });
}

/** An approval ends a review once it took effect; a release is of no review. */
export function approvalResolved(
  message: MessageFacts,
  decision: Decision | null,
  { status, at }: Pick<Resolved, 'status' | 'at'>,
): NewEvent<'message.review_resolved'>[] {
  if (decision?.kind !== 'approve') return [];
  const { actor } = decision;
  return [reviewResolved(message, { resolution: 'approved', status, actor, given: decision, at })];
}

function event<T extends EventType>(type: T, message: MessageFacts, data: EventData<T>): NewEvent<T> {
  return { type, accountId: message.account_id, mailboxId: message.mailbox_id, data };
}

/** The name that the sender of received mail gives itself. */
function fromField({ sender, header_addresses: header }: MessageFacts) {
  const name = header?.from_name;
  return name === undefined ? {} : { from: { name, address: sender } };
}

function messageFields(message: MessageFacts) {
  return {
    message_id: message.id,
    mailbox_id: message.mailbox_id,
    thread_id: message.thread_id,
    sender: message.sender,
    ...fromField(message),
    recipient: message.recipient,
    to: message.recipient,
    ...(message.recipients && { recipients: message.recipients.map(viewRecipient) }),
    subject: message.subject,
    automatic: message.automatic,
    ...markFields(message),
  };
}

/** Fields by which a webhook may choose, and those that the sender keeps with the message. */
function markFields({ labels, metadata, subaddress_instance_id: tag }: MessageFacts) {
  return {
    ...(tag && { subaddress_instance_id: tag }),
    ...(labels && { labels: [...labels] }),
    ...(metadata && { metadata }),
  };
}
