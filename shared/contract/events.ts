import { z } from 'zod';
import { actorType, timestamp } from './fields.ts';
import { automatic, decisionKind, namedAddress, sentRecipient } from './messages.ts';
import { storedMetadata } from './metadata.ts';
import { DIRECTIONS, EVENT_TYPES, type EventType, LIST_MODES, SUPPRESSION_REASONS } from './values.ts';

/** Every event with the schema of its `data`. */

/** Only of mail that came in, if the sender gives a name. */
const from = namedAddress.optional();
/** Absent in events of earlier versions. */
const automaticField = automatic.optional();

/** Absent without a value. */
const markFields = {
  subaddress_instance_id: z.string().optional(),
  labels: z.array(z.string()).optional(),
  metadata: storedMetadata.optional(),
};

const messageFields = {
  message_id: z.string(),
  mailbox_id: z.string(),
  thread_id: z.string().nullable(),
  sender: z.string(),
  from,
  recipient: z.string(),
  to: z.string(),
  /** Of a message to several; an event about one of them names it in `recipient`. */
  recipients: z.array(sentRecipient.omit({ notes: true })).optional(),
  subject: z.string(),
  automatic: automaticField,
  ...markFields,
};

const actorFields = { actor_type: actorType, actor_id: z.string() };
const removalFields = {
  removed_by_actor_type: actorType,
  removed_by_actor_id: z.string(),
  removed_at: timestamp,
};

const patternType = z.enum(['email', 'domain']);
const triggerSource = z.enum(['mailbox_policy', 'scanner', 'both']);
const policyMode = z.enum(LIST_MODES);

const blocklistRow = {
  email: z.string(),
  pattern_type: patternType,
  reason: z.enum(SUPPRESSION_REASONS),
  source: z.string(),
  created_at: timestamp,
  added_by_actor_type: actorType.nullable(),
  added_by_actor_id: z.string().nullable(),
};

const allowlistRow = {
  mailbox_id: z.string(),
  email: z.string(),
  pattern_type: patternType,
  created_at: timestamp,
  added_by_actor_type: actorType.nullable(),
  added_by_actor_id: z.string().nullable(),
};

const trustedSource = z.object({
  mailbox_id: z.string(),
  source_id: z.string(),
  grain: z.literal('address'),
  value: z.string(),
  value_ascii: z.string(),
  expires_at: timestamp,
  revoked_at: timestamp.nullable(),
  ...actorFields,
});

export const EVENTS = {
  'message.received': z.object({
    message_id: z.string(),
    mailbox_id: z.string(),
    sender: z.string(),
    from,
    recipient: z.string(),
    subject: z.string(),
    automatic: automaticField,
    ...markFields,
    received_at: timestamp,
    released: z.literal(true).optional(),
  }),
  'message.delivered': z.object({ ...messageFields, delivered_at: timestamp }),
  'message.bounced': z.object({
    ...messageFields,
    bounce_type: z.enum(['hard', 'soft']),
    bounce_reason: z.string(),
    bounced_at: timestamp,
  }),
  'message.quarantined': z.object({
    ...messageFields,
    direction: z.enum(DIRECTIONS),
    verdict: z.string(),
    trigger_source: triggerSource,
    reasons: z.array(z.string()),
    quarantined_at: timestamp,
  }),
  'message.pending_review': z.object({
    ...messageFields,
    trigger_source: triggerSource,
    reasons: z.array(z.string()),
    expires_at: timestamp.nullable(),
    held_at: timestamp,
  }),
  'message.review_resolved': z.object({
    ...messageFields,
    /** `edited`: a person changed the message, and `edited_to` was sent in its place. */
    resolution: z.enum(['approved', 'denied', 'expired', 'edited']),
    status: z.enum(['sent', 'blocked']),
    reason: z.string().nullable(),
    edited_to: z.string().optional(),
    ...actorFields,
    resolved_at: timestamp,
  }),
  /** A decision about quarantined mail; `message.review_resolved` is about mail that waits for approval. */
  'message.blocked': z.object({
    ...messageFields,
    direction: z.enum(DIRECTIONS),
    reason: z.string().nullable(),
    ...actorFields,
    blocked_at: timestamp,
  }),
  'message.dispatch_failed': z.object({
    ...messageFields,
    trigger: z.enum(['release', 'approve', 'schedule', 'async', 'retry']),
    reason_code: z.enum([
      'provider_rejected',
      'recipient_undeliverable',
      'recipient_suppressed',
      'recipient_not_on_allowlist',
      'recipient_not_verified',
      'dispatch_refused',
      'rejected_by_rescan',
      'attempts_exhausted',
    ]),
    error_code: z.string().nullable(),
    draft_id: z.string().nullable(),
    failed_at: timestamp,
  }),
  /**
   * A decision that takes effect later was `scheduled`, taken back (`undone`), or refused when due
   * (`failed`).
   */
  'message.decision_pending': z.object({
    ...messageFields,
    direction: z.enum(DIRECTIONS),
    decision: decisionKind,
    status: z.enum(['scheduled', 'undone', 'failed']),
    due_at: timestamp,
    error_code: z.string().nullable(),
    ...actorFields,
    changed_at: timestamp,
  }),

  'recipient_blocklist.added': z.object(blocklistRow),
  'recipient_blocklist.removed': z.object({ ...blocklistRow, ...removalFields }),
  /** For every new row, by a report or an add. */
  'sender_blocklist.added': z.object({
    ...blocklistRow,
    message_id: z.string().nullable(),
    mailbox_id: z.string().nullable(),
  }),
  'recipient_allowlist.added': z.object(allowlistRow),
  'recipient_allowlist.removed': z.object({ ...allowlistRow, ...removalFields }),
  /** At most one in 60 seconds per account, mailbox and recipient. */
  'recipient_allowlist.blocked_attempt': z.object({
    mailbox_id: z.string(),
    recipient: z.string(),
    origin: z.enum(['send', 'reply', 'draft_dispatch']),
    draft_id: z.string().nullable(),
    attempted_at: timestamp,
    ...actorFields,
  }),

  'mailbox.recipient_policy_changed': z.object({
    mailbox_id: z.string(),
    previous_mode: policyMode,
    recipient_policy_mode: policyMode,
    changed_at: timestamp,
    ...actorFields,
  }),
  'mailbox.sender_policy_changed': z.object({
    mailbox_id: z.string(),
    previous_mode: policyMode,
    sender_policy_mode: policyMode,
    changed_at: timestamp,
    ...actorFields,
  }),

  'trusted_source.granted': trustedSource,
  'trusted_source.revoked': trustedSource,
} as const satisfies Readonly<Record<EventType, z.ZodType>>;

export type { EventType };
export type EventData<T extends EventType> = z.output<(typeof EVENTS)[T]>;

/** Data of a test delivery; never subscribable, and never in the event log. */
export const WEBHOOK_TEST = 'webhook.test';
export const webhookTestData = z.object({ webhook_id: z.string(), message: z.string() });

/** Body of a webhook, and data of a stream event. */
export const eventEnvelope = z.object({
  /** Of a webhook: the delivery's id, for recognising a repetition. On the stream: the event's id. */
  id: z.string(),
  event: z.enum([...EVENT_TYPES, WEBHOOK_TEST]),
  occurred_at: timestamp,
  account_id: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type EventEnvelope = z.output<typeof eventEnvelope>;
