import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filled, mailboxReference, notBlank, subaddressInstance, uuid } from './fields.ts';
import { labels } from './labels.ts';
import { LIMITS } from './limits.ts';
import { subaddressMode } from './mailboxes.ts';
import { sendReply } from './messages.ts';
import { metadata } from './metadata.ts';
import { FORWARD_FORMS } from './values.ts';

/** The sending mailbox. */
export const writingMailbox = mailboxReference.refine(...notBlank).meta(mailboxReference.meta() ?? {});

/** Goes into Reply-To. */
export const answeredMailbox = mailboxReference
  .refine(...notBlank)
  .meta({ description: 'Mailbox of the account that gets the answers: name, address or UUID.' });

export const bodyText = filled(LIMITS.sendBodyCharacters);
/** The gates check the address, with codes of their own. */
export const recipientText = filled(1000);

/** Each an address, or `Ann Miller <ann@example.com>`. */
const recipientList = z.array(recipientText).max(LIMITS.recipientListEntries);

/** One recipient or several. */
export const toField = z.union([recipientText, recipientList.min(1)]);

/** Further recipients. With one of these fields, `to` may have a name too. */
export const copyFields = { cc: recipientList.optional(), bcc: recipientList.optional() };

/** How a message is forwarded. */
export const forwardFields = {
  as: z.enum(FORWARD_FORMS).optional(),
  /** Files of the forwarded message go along; true by default. */
  files: z.boolean().optional(),
};

/** Ids of uploads. Gates check their number together with their state. */
export const attachmentIds = z
  .array(uuid)
  .refine((ids) => new Set(ids).size === ids.length, 'must not list a file twice');

/** Fields of every way to write a message, besides its text. */
export const contentFields = {
  /** Always sanitized, and sent beside the text. The sanitizer limits its size. */
  html: z.string().optional(),
  subaddress_instance_id: subaddressInstance.optional(),
  /** Header of the instance; by default the mailbox's. */
  subaddress_mode: subaddressMode.optional(),
  reply_to: answeredMailbox.optional(),
  labels: labels.optional(),
  metadata: metadata.optional(),
  attachment_ids: attachmentIds.optional(),
};

/** Line breaks are removed from a subject: pasted text often has one, and a header must not. */
export const subjectText = z
  .string()
  .transform((value) => value.replace(/[\r\n]+/g, ''))
  .pipe(filled(LIMITS.subjectCharacters));

const FRESH_FIELDS = ['from_mailbox', 'to', 'subject'] as const;

/** A denied message of the same mailbox: this one is a new version of it. */
export const revises = uuid;

/** Marks the answered message as read. Off by default: in the contract only the read endpoints do that. */
export const marksRead = z.boolean();

/** The thread supplies omitted fields; without `thread_id` all three are required. */
export const sendBody = z
  .strictObject({
    thread_id: z.string().min(1).max(2000).optional(),
    from_mailbox: writingMailbox.optional(),
    to: toField.optional(),
    ...copyFields,
    /** Sends to the others when rules refuse some of the recipients. */
    skip_refused: z.boolean().optional(),
    subject: subjectText.optional(),
    body: bodyText,
    ...contentFields,
    /** It supplies omitted fields, as a thread does. */
    revises: revises.optional(),
  })
  .superRefine((request, context) => {
    if (request.thread_id !== undefined || request.revises !== undefined) return;
    for (const field of FRESH_FIELDS) {
      if (request[field] === undefined) {
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'is required unless thread_id or revises is given',
        });
      }
    }
  });
const replyBody = z.strictObject({
  /** Answers everybody whom To and Cc name, too. */
  all: z.boolean().optional(),
  skip_refused: z.boolean().optional(),
  body: bodyText,
  ...contentFields,
  revises: revises.optional(),
  mark_read: marksRead.optional(),
});

/** Refusals of uploads. */
export const FILE_CODES = [
  'OUTBOUND_ATTACHMENTS_INELIGIBLE',
  'OUTBOUND_ATTACHMENTS_DISABLED',
  'OUTBOUND_IMAGE_DISCLAIMER_REQUIRED',
  'ATTACHMENT_SCAN_PENDING',
  'ATTACHMENT_SCAN_ERROR',
] as const;

/** Refusals of HTML. */
export const HTML_CODES = ['OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED', 'OUTBOUND_HTML_SANITIZE_FAILED'] as const;

/** Refusals of messages that begin a conversation. */
export const FRESH_CODES = [
  'ESTATE_CONTINUITY_REPLY_ONLY',
  'RECIPIENT_ROLE_ADDRESS',
  'RECIPIENT_DISPOSABLE_ADDRESS',
] as const;

/** Refusals of every send. */
export const SEND_CODES = [
  ...FILE_CODES,
  'ACCOUNT_SUSPENDED',
  'MAILBOX_SUSPENDED',
  'DOMAIN_SUSPENDED',
  'DOMAIN_UNHEALTHY',
  'DOMAIN_UNAVAILABLE',
  'SANDBOX_TRIAL_EXPIRED',
  'SANDBOX_TRIAL_BUDGET_EXHAUSTED',
  'STORAGE_QUOTA_EXCEEDED',
  'RECIPIENT_SUPPRESSED',
  'RECIPIENT_AGENT_CONTAINED',
  'RECIPIENT_NOT_ON_ALLOWLIST',
  'RECIPIENT_ADDRESS_INVALID',
  'RECIPIENT_UNDELIVERABLE',
  'RECIPIENT_DOMAIN_TYPO_SUSPECTED',
  'AGENT_SENDING_DISABLED',
  'AGENT_FORWARDING_DISABLED',
  'SANDBOX_RECIPIENT_NOT_VERIFIED',
  'SEND_WINDOW_CLOSED',
  'IDEMPOTENT_REQUEST_IN_FLIGHT',
  'IDEMPOTENT_REQUEST_NOT_PROVEN_SENT',
  'DISPATCH_INDETERMINATE',
  'CONFLICT',
  'AUTOMATIC_MAIL',
  'REPLY_LOOP_DETECTED',
  'RATE_LIMITED',
] as const;

/** Errors of `Prefer: outcome=strict` and `idempotency=strict`, and of keys that belong to drafts. */
export const IMMEDIATE_CODES = [
  'IDEMPOTENCY_KEY_BOUND_TO_DRAFT',
  'IDEMPOTENCY_KEY_REUSED',
  'EMAIL_EFFECT_REJECTED',
  'EMAIL_EFFECT_PARTIAL',
  'EMAIL_EFFECT_HELD',
  'EMAIL_EFFECT_HELD_INFRA',
] as const;

export const send = endpoint({
  id: 'messages.send',
  method: 'POST',
  path: '/v1/messages/send',
  summary: 'Send a message, optionally in a thread.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['send-triggering'],
  headers: ['idempotency-key', 'prefer'],
  body: sendBody,
  fieldProblemStatus: 422,
  replies: { 200: sendReply },
  errors: [
    ...SEND_CODES,
    ...FRESH_CODES,
    ...HTML_CODES,
    ...IMMEDIATE_CODES,
    'AMBIGUOUS_THREAD_RECIPIENT',
    'AMBIGUOUS_THREAD_MAILBOX',
    'RECIPIENT_NOT_IN_THREAD',
    'THREAD_HAS_NO_INBOUND_RECIPIENT',
  ],
});

export const reply = endpoint({
  id: 'messages.reply',
  method: 'POST',
  path: '/v1/messages/:id/reply',
  summary: 'Reply to an inbound message in its thread.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['send-triggering'],
  headers: ['idempotency-key', 'prefer'],
  params: z.strictObject({ id: uuid }),
  body: replyBody,
  fieldProblemStatus: 422,
  replies: { 200: sendReply },
  // A reply to all also goes to people who wrote nothing.
  errors: [...SEND_CODES, ...FRESH_CODES, ...HTML_CODES, ...IMMEDIATE_CODES],
});

export const probeIdempotency = endpoint({
  id: 'messages.idempotency',
  method: 'GET',
  path: '/v1/messages/idempotency',
  summary: 'Show the result of a send by its idempotency key.',
  who: 'any',
  effects: ['read-only'],
  headers: ['idempotency-key'],
  replies: { 200: sendReply },
  errors: [
    'IDEMPOTENCY_KEY_REQUIRED',
    'NOT_FOUND',
    'IDEMPOTENT_REQUEST_IN_FLIGHT',
    'IDEMPOTENT_REQUEST_NOT_PROVEN_SENT',
    'IDEMPOTENCY_KEY_BOUND_TO_DRAFT',
  ],
});
