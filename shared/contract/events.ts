import { z } from 'zod';
import { timestamp } from './fields.ts';

/** Every event with the schema of its `data` (specification "Events"; decisions 11.8). */

const messageFields = {
  message_id: z.string(),
  mailbox_id: z.string(),
  thread_id: z.string().nullable(),
  sender: z.string(),
  recipient: z.string(),
  to: z.string(),
  subject: z.string(),
};

export const EVENTS = {
  'message.received': z.object({
    message_id: z.string(),
    mailbox_id: z.string(),
    sender: z.string(),
    recipient: z.string(),
    subject: z.string(),
    received_at: timestamp,
    released: z.literal(true).optional(),
  }),
  'message.delivered': z.object({ ...messageFields, delivered_at: timestamp }),
  'message.quarantined': z.object({
    ...messageFields,
    direction: z.enum(['inbound', 'outbound']),
    verdict: z.string(),
    trigger_source: z.enum(['mailbox_policy', 'scanner', 'both']),
    reasons: z.array(z.string()),
    quarantined_at: timestamp,
  }),
  'message.pending_review': z.object({
    ...messageFields,
    trigger_source: z.enum(['mailbox_policy', 'scanner', 'both']),
    reasons: z.array(z.string()),
    expires_at: timestamp.nullable(),
    held_at: timestamp,
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
} as const;

export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType> = z.output<(typeof EVENTS)[T]>;
