import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mailboxReference, queryInteger, queryText, subaddressInstance, timestamp, uuid } from './fields.ts';
import { labels } from './labels.ts';
import { LIMITS } from './limits.ts';
import { subaddressMode } from './mailboxes.ts';
import {
  differs,
  messageBody,
  messageState,
  namedAddress,
  replayed,
  sendReply,
  sentRecipient,
} from './messages.ts';
import { metadata, storedMetadata } from './metadata.ts';
import { attachmentPolicyAction, scan, scanDecision } from './scan.ts';
import {
  answeredMailbox,
  attachmentIds,
  bodyText,
  contentFields,
  copyFields,
  FILE_CODES,
  FRESH_CODES,
  HTML_CODES,
  marksRead,
  SEND_CODES,
  subjectText,
  toField,
  writingMailbox,
} from './sending.ts';

/** Drafts: messages that are sent later, by a call or at a scheduled time. */

const summaryFields = {
  id: z.string(),
  mailbox_id: z.string(),
  mailbox_name: z.string(),
  /** The state of its message. */
  state: messageState,
  /** Increases with every change and every attempt to send; identifies the content that a caller has seen. */
  revision: z.int(),
  sender: z.string(),
  recipient: z.string(),
  /** Everybody who gets it. Absent for a single plain address. */
  recipients: z.array(sentRecipient).optional(),
  subject: z.string(),
  has_html: z.boolean(),
  worst_decision: scanDecision,
  subaddress_instance_id: z.string().nullable(),
  send_at: timestamp.nullable(),
  original_send_at: timestamp.nullable(),
  send_attempts: z.int(),
  last_dispatch_error_code: z.string().nullable(),
  last_dispatch_attempt_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
};

export const draftSummary = z.object(summaryFields);
export type DraftSummary = z.output<typeof draftSummary>;

export const draft = z.object({
  ...summaryFields,
  body: messageBody,
  /** As of a message. */
  html_text: messageBody.optional(),
  scan: scan.nullable(),
  /** As of the answer to a send. */
  recipient_note: z.string().optional(),
  thread_id: z.string().nullable(),
  in_reply_to: z.string().nullable(),
  subaddress_mode: subaddressMode.nullable(),
  reply_to: z.array(namedAddress).optional(),
  /** Absent without any. */
  labels: z.array(z.string()).optional(),
  metadata: storedMetadata.optional(),
  attachments: z.array(
    z.object({
      filename: z.string().nullable(),
      content_type: z.string(),
      size: z.int(),
      upload_id: z.string().nullable(),
      policy_action: attachmentPolicyAction,
    }),
  ),
});
export type Draft = z.output<typeof draft>;

export const replayedDraft = draft.extend({ replayed, differs });

/** Kept as written: a missing time zone has an error code of its own. */
const sendAt = z.string().max(64);

const createBody = z
  .strictObject({
    /** In a thread, or as an answer, these three are derived where they are left out, as by a send. */
    mailbox_id: writingMailbox.optional(),
    to: toField.optional(),
    ...copyFields,
    subject: subjectText.optional(),
    body: bodyText,
    ...contentFields,
    thread_id: z.string().min(1).max(2000).optional(),
    in_reply_to_message_id: uuid.optional(),
    /** The answer goes to everybody whom To and Cc of that message name, too. */
    all: z.boolean().optional(),
    /** Of the answered message, when the draft is sent. */
    mark_read: marksRead.optional(),
    send_at: sendAt.optional(),
  })
  .refine(({ thread_id, in_reply_to_message_id }) => !thread_id || !in_reply_to_message_id, {
    path: ['in_reply_to_message_id'],
    message: 'must not be combined with thread_id',
  })
  .refine(({ all, to, in_reply_to_message_id }) => !all || (in_reply_to_message_id && to === undefined), {
    path: ['all'],
    message: 'requires in_reply_to_message_id, and must not be combined with to',
  })
  .superRefine((request, context) => {
    if (request.thread_id !== undefined || request.in_reply_to_message_id !== undefined) return;
    for (const field of ['mailbox_id', 'to', 'subject'] as const) {
      if (request[field] !== undefined) continue;
      const message = 'is required unless thread_id or in_reply_to_message_id is given';
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

const seenRevision = z.int().min(0).meta({
  description: 'Revision that the caller has seen. The request is refused if the draft has changed since.',
});

const updateBody = z.strictObject({
  to: toField.optional(),
  ...copyFields,
  subject: subjectText.optional(),
  body: bodyText.optional(),
  html: z.string().nullable().optional(),
  subaddress_instance_id: subaddressInstance.nullable().optional(),
  subaddress_mode: subaddressMode.nullable().optional(),
  reply_to: answeredMailbox.nullable().optional(),
  labels: labels.nullable().optional(),
  metadata: metadata.nullable().optional(),
  send_at: sendAt.nullable().optional(),
  attachment_ids: attachmentIds.nullable().optional(),
  revision: seenRevision.optional(),
});

/** Without a revision the draft is sent as it is now. */
const sendBody = z.strictObject({ revision: seenRevision.optional() });

const one = z.strictObject({ id: uuid });

const WRITE_CODES = [
  'ACCOUNT_SUSPENDED',
  'AGENT_DRAFTING_DISABLED',
  'AGENT_SENDING_DISABLED',
  'STORAGE_QUOTA_EXCEEDED',
  'TIMEZONE_REQUIRED',
  'ATTACHMENTS_REQUIRE_SYNC_SEND',
  ...FILE_CODES,
  ...HTML_CODES,
  'RECIPIENT_NOT_IN_THREAD',
  'THREAD_HAS_NO_INBOUND_RECIPIENT',
  'CONFLICT',
] as const;

export const createDraft = endpoint({
  id: 'drafts.create',
  method: 'POST',
  path: '/v1/drafts',
  summary: 'Create a draft. With `send_at`, it is sent automatically.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  headers: ['idempotency-key', 'prefer'],
  body: createBody,
  fieldProblemStatus: 422,
  replies: { 200: replayedDraft, 201: draft },
  errors: [
    ...WRITE_CODES,
    'AMBIGUOUS_THREAD_RECIPIENT',
    'AMBIGUOUS_THREAD_MAILBOX',
    'IDEMPOTENT_REQUEST_IN_FLIGHT',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND',
  ],
});

export const listDrafts = endpoint({
  id: 'drafts.list',
  method: 'GET',
  path: '/v1/mailboxes/:id/drafts',
  summary: 'List the unsent drafts of a mailbox, newest first.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: z.strictObject({ id: mailboxReference }),
  query: z.strictObject({
    limit: queryInteger(1, LIMITS.messagePage.max).optional(),
    before: queryText.optional(),
  }),
  replies: { 200: z.object({ drafts: z.array(draftSummary) }) },
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
});

export const getDraft = endpoint({
  id: 'drafts.get',
  method: 'GET',
  path: '/v1/drafts/:id',
  summary: 'Show a draft, even after it was sent.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['read-only'],
  audited: true,
  params: one,
  replies: { 200: draft },
  errors: ['NOT_FOUND'],
});

export const updateDraft = endpoint({
  id: 'drafts.update',
  method: 'PATCH',
  path: '/v1/drafts/:id',
  summary: 'Update a draft and scan it again. Null clears a field.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: one,
  body: updateBody,
  fieldProblemStatus: 422,
  replies: { 200: draft },
  errors: [...WRITE_CODES, 'DRAFT_ALREADY_SENT'],
});

export const draftSendReply = sendReply.omit({ html_sanitized: true, removed_categories: true });

export const draftAccepted = z.object({
  draft_id: z.string(),
  message_id: z.string(),
  status: z.literal('dispatching'),
});

export const sendDraft = endpoint({
  id: 'drafts.send',
  method: 'POST',
  path: '/v1/drafts/:id/send',
  summary: "Send a draft now. With `Prefer: respond-async`, don't wait for the outcome.",
  who: 'bound',
  unbound: 'denied_403',
  effects: ['send-triggering', 'human-review-possible'],
  headers: ['idempotency-key', 'prefer'],
  params: one,
  body: sendBody,
  unprocessable: true,
  replies: { 200: draftSendReply, 202: draftAccepted },
  errors: [
    ...SEND_CODES,
    ...FRESH_CODES,
    'RECIPIENT_NOT_IN_THREAD',
    'DRAFT_ALREADY_SENT',
    'DRAFT_REJECTED_BY_RESCAN',
    'IDEMPOTENCY_KEY_BOUND_TO_DRAFT',
    'IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND',
  ],
});

export const deleteDraft = endpoint({
  id: 'drafts.delete',
  method: 'DELETE',
  path: '/v1/drafts/:id',
  summary: 'Delete an unsent draft.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: one,
  replies: { 200: z.object({ status: z.literal('deleted'), draft_id: z.string() }) },
  errors: ['CONFLICT', 'LEGAL_HOLD_ACTIVE', 'DRAFT_ALREADY_SENT'],
});
