import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { timestamp, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { decisionKind, messageState, sendReply } from './messages.ts';
import {
  bodyText,
  copyFields,
  FRESH_CODES,
  HTML_CODES,
  SEND_CODES,
  subjectText,
  toField,
} from './sending.ts';

/**
 * Decisions about held messages, and deletion of any message: release, block, approve, deny, edit, delete.
 */

/** Characters are code points. */
export const reason = z
  .string()
  .refine((value) => [...value].length <= LIMITS.reasonCharacters, {
    message: `must have at most ${LIMITS.reasonCharacters} characters`,
  })
  .meta({ maxLength: LIMITS.reasonCharacters });

const params = z.strictObject({ id: uuid });
const body = z.strictObject({
  reason: reason.optional(),
  /** The decision takes effect after `review.undo_seconds`, and can be taken back until then. */
  undo: z.boolean().optional(),
});

/** The decision is stored and takes effect later. */
export const scheduledDecision = z.object({
  status: z.literal('scheduled'),
  message_id: z.string(),
  decision: decisionKind,
  due_at: timestamp,
  /** Seconds until then. */
  undo_seconds: z.int(),
});
export type ScheduledReply = z.output<typeof scheduledDecision>;

/** Gates that are checked again before dispatch; a refusal leaves the message held. */
const DISPATCH_CODES = [
  'ACCOUNT_SUSPENDED',
  'MAILBOX_SUSPENDED',
  'DOMAIN_SUSPENDED',
  'DOMAIN_UNHEALTHY',
  'DOMAIN_UNAVAILABLE',
  'DISPATCH_DEFERRED',
  'DISPATCH_INDETERMINATE',
] as const satisfies readonly ErrorCode[];

export const releaseMessage = endpoint({
  id: 'messages.release',
  method: 'POST',
  path: '/v1/messages/:id/release',
  summary: 'Release a quarantined message: inbound becomes readable, outbound is sent.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['send-triggering', 'human-review-possible'],
  params,
  body,
  replies: {
    200: z.object({ status: z.enum(['released', 'sent', 'blocked']), message_id: z.string() }),
    202: scheduledDecision,
  },
  errors: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'CONFLICT', 'DECISION_PENDING', ...DISPATCH_CODES],
});

export const blockMessage = endpoint({
  id: 'messages.block',
  method: 'POST',
  path: '/v1/messages/:id/block',
  summary: 'Block a quarantined message permanently. The charge for an outbound message is refunded.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating', 'human-review-possible'],
  params,
  body,
  replies: {
    200: z.object({ status: z.literal('blocked'), message_id: z.string() }),
    202: scheduledDecision,
  },
  errors: ['NOT_FOUND', 'CONFLICT', 'DECISION_PENDING'],
});

export const approveMessage = endpoint({
  id: 'messages.approve',
  method: 'POST',
  path: '/v1/messages/:id/approve',
  summary: 'Approve a message that is held for review, and send it.',
  who: 'admin',
  effects: ['send-triggering', 'human-review-possible'],
  params,
  body,
  replies: {
    200: z.object({ status: z.enum(['sent', 'blocked']), message_id: z.string() }),
    202: scheduledDecision,
  },
  errors: [
    'NOT_FOUND',
    'CONFLICT',
    'DECISION_PENDING',
    'REVIEW_NOTE_REQUIRED',
    'FORBIDDEN',
    ...DISPATCH_CODES,
  ],
});

export const denyMessage = endpoint({
  id: 'messages.deny',
  method: 'POST',
  path: '/v1/messages/:id/deny',
  summary: 'Deny a message that is held for review. It is never sent.',
  who: 'admin',
  effects: ['mutating', 'human-review-possible'],
  params,
  body,
  replies: { 200: z.object({ status: z.literal('denied'), message_id: z.string() }), 202: scheduledDecision },
  errors: ['NOT_FOUND', 'CONFLICT', 'DECISION_PENDING', 'REVIEW_NOTE_REQUIRED'],
});

export const undoDecision = endpoint({
  id: 'messages.undo',
  method: 'DELETE',
  path: '/v1/messages/:id/decision',
  summary: "Take back a decision that hasn't taken effect. Agent keys take back only their own.",
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params,
  replies: {
    200: z.object({
      status: z.literal('undone'),
      message_id: z.string(),
      decision: decisionKind,
      state: messageState,
    }),
  },
  errors: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'CONFLICT'],
  extension: true,
});

const EDITABLE_FIELDS = ['to', 'cc', 'bcc', 'subject', 'body', 'html'] as const;

const editBody = z
  .strictObject({
    to: toField.optional(),
    ...copyFields,
    subject: subjectText.optional(),
    body: bodyText.optional(),
    /**
     * Null drops the HTML. Needed when the text of a message with HTML changes: the HTML has the old words.
     */
    html: z.string().nullable().optional(),
    reason: reason.optional(),
  })
  .refine((request) => EDITABLE_FIELDS.some((field) => request[field] !== undefined), {
    message: 'must have at least one of to, cc, bcc, subject, body and html',
  });

export const editMessage = endpoint({
  id: 'messages.edit',
  method: 'POST',
  path: '/v1/messages/:id/edit',
  summary: 'Send an edited version of a held message, and block the original.',
  who: 'admin',
  effects: ['send-triggering', 'human-review-possible'],
  headers: ['idempotency-key', 'prefer'],
  params,
  body: editBody,
  replies: { 200: sendReply },
  errors: [
    'NOT_FOUND',
    'DECISION_PENDING',
    'REVIEW_NOTE_REQUIRED',
    'IDEMPOTENCY_KEY_BOUND_TO_DRAFT',
    'IDEMPOTENCY_KEY_REUSED',
    ...SEND_CODES,
    ...FRESH_CODES,
    ...HTML_CODES,
  ],
  extension: true,
});

export const deleteMessage = endpoint({
  id: 'messages.delete',
  method: 'DELETE',
  path: '/v1/messages/:id',
  summary: 'Delete a message permanently. Idempotent.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params,
  replies: {
    200: z.object({
      status: z.literal('deleted'),
      message_id: z.string(),
      /** True when no raw MIME is left. */
      raw_mime_deleted: z.boolean(),
      /** Number of derived records removed: text, spans, attachments and their texts. */
      derivatives_tombstoned: z.int(),
      /** Blobs that a job still has to remove. */
      r2_objects_failed: z.array(z.string()),
    }),
  },
  errors: ['NOT_FOUND', 'MESSAGE_DELETE_NOT_PERMITTED', 'CONFLICT', 'LEGAL_HOLD_ACTIVE'],
});
