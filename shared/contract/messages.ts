import { z } from 'zod';
import { messageBlock } from './blocks.ts';
import { CALENDAR_ANSWERS, calendar } from './calendars.ts';
import { timestamp } from './fields.ts';
import { storedMetadata } from './metadata.ts';
import { antivirusVerdict, attachmentPolicyAction, scan } from './scan.ts';
import {
  AUTOMATIC_KINDS,
  BODY_FORMATS,
  DIRECTIONS,
  LEFT_OUT_REASONS,
  MESSAGE_STATES,
  RECIPIENT_NOTES,
  RECIPIENT_ROLES,
  RECIPIENT_STATUSES,
} from './values.ts';

/** Shapes of a message: list item, detail, and the answer to a send. */

export const messageState = z.enum(MESSAGE_STATES);
export type MessageState = (typeof MESSAGE_STATES)[number];

export const direction = z.enum(DIRECTIONS);

/** Also null for mail of earlier versions. */
export const automatic = z.enum(AUTOMATIC_KINDS).nullable();

const effectStatus = z.enum([
  'in_flight',
  'sent',
  'held_for_review',
  'held_infrastructure',
  'indeterminate',
  'blocked',
]);

export type EffectStatus = z.output<typeof effectStatus>;

export const emailEffect = z.object({
  effect_status: effectStatus,
  releasable: z.boolean(),
  terminal: z.boolean(),
  retryable: z.boolean(),
});

/** The edited message that a person sent in place of a held one, and its effect so far. */
export const replacement = z.object({ message_id: z.string(), effect_status: effectStatus });

export const triggerSource = z.enum(['mailbox_policy', 'scanner', 'both']);

export const holdContext = z.object({
  trigger_source: triggerSource,
  summary_reasons: z.array(z.string()),
  /** A sentence for each of `summary_reasons`. */
  reasons: z.array(z.string()).optional(),
  agent_instructions: z.array(z.string()).optional(),
});

const authenticationVerdict = z.enum([
  'verified_aligned',
  'authenticated_unaligned',
  'failed',
  'none',
  'error',
]);

const decidedBy = z.enum(['person', 'admin_key', 'agent_key', 'system']);

/** Outcome of a review. `approved` mail is still blocked when its recipient can't get it. */
export const review = z
  .object({
    resolution: z.enum(['approved', 'denied', 'expired', 'released', 'blocked', 'edited']),
    /** Given with the decision, at most `LIMITS.reasonCharacters`; redacted where the mailbox redacts. */
    reason: z.string().nullable(),
    decided_by: decidedBy,
    decided_at: timestamp,
    /** Id of the message that was sent in its place. Only with `edited`. */
    edited_to: z.string().optional(),
    /** Id of the latest version that was sent for a denied message. */
    revised_as: z.string().optional(),
    /** Codes of why it was held. */
    held_because: z.array(z.string()).optional(),
    /**
     * Only while a denied message is neither revised nor marked as read; `denied_since` of a wait takes it.
     */
    open_since: timestamp.optional(),
  })
  .meta({
    description:
      'The review decision about a held message: the decision, its reason, and whether a signed-in ' +
      'person, an admin key, an agent key or the system made it. `edited` means that a person edited the message: ' +
      'this one is blocked, and `edited_to` was sent instead. Absent if there is no decision.',
  });
export type Review = z.output<typeof review>;

/** Decisions that can be scheduled. */
export const decisionKind = z.enum(['approve', 'deny', 'release', 'block']);
export type DecisionKind = z.output<typeof decisionKind>;

/** A decision that hasn't taken effect and can be taken back. */
export const decisionPending = z.object({ kind: decisionKind, by: decidedBy, due_at: timestamp });
export type DecisionPending = z.output<typeof decisionPending>;

export const senderAuthentication = z.object({
  verdict: authenticationVerdict,
  from_domain: z.string().nullable(),
  signing_domain: z.string().nullable(),
  provenance: z.enum(['managed', 'self_hosted_imap']),
  /** The verdict depends on a trusted relay of this machine, whose address other local programs share. */
  vouched_by: z.literal('local_relay').optional(),
});

export const agentSafetyContext = z.object({
  untrusted_content: z.literal(true),
  guidance: z.string(),
  /** Only when a person trusts the sender and the message is verified, clean and available. */
  instruction_trust: z
    .object({
      version: z.literal('v1'),
      match: z.literal('address'),
      verified_domain: z.string().nullable(),
      verdict: z.literal('verified_aligned'),
      provenance: z.enum(['managed', 'self_hosted_imap']),
    })
    .optional(),
});

export const firewallBlock = z.object({
  envelope_sender: z.string().nullable(),
  from_address: z.string().nullable(),
  matched_field: z.enum(['envelope', 'from']).nullable(),
  matched_pattern: z.string().nullable(),
  reason_code: z.enum(['SENDER_BLOCKED', 'SENDER_NOT_ON_ALLOWLIST']),
  matched_list: z.enum(['account_blocklist', 'mailbox_allowlist']),
  mode: z.enum(['blocklist', 'allowlist']),
});

/** One recipient of a message that this service sends. */
export const sentRecipient = z.object({
  address: z.string(),
  /** As the sender wrote it beside the address. */
  name: z.string().nullable(),
  role: z.enum(RECIPIENT_ROLES),
  status: z.enum(RECIPIENT_STATUSES),
  /** Why it has this status: an error code of a rule, a code of the mail server, or null. */
  code: z.string().nullable(),
  /** Of the last change of the status; null while it's `pending`. */
  at: timestamp.nullable(),
  /**
   * Only while the message is held: facts for the reviewer. `first_contact`, `not_on_allowlist`, and
   * `other_domain` for an address outside the domain that most of the others have.
   */
  notes: z.array(z.enum(RECIPIENT_NOTES)).optional(),
});
export type SentRecipient = z.output<typeof sentRecipient>;
/** A person or list as mail names it. The name is the sender's word, and proves nothing. */
export const namedAddress = z.object({ name: z.string().nullable(), address: z.string() });
export type NamedAddress = z.output<typeof namedAddress>;

/** Who a message is from and to. Lists have at most 100 addresses. */
const addressFields = {
  from: namedAddress,
  to: z.array(namedAddress),
  cc: z.array(namedAddress),
  bcc: z.array(namedAddress),
  reply_to: z.array(namedAddress).nullable(),
  delivered_to: z.array(z.string()),
  /** Addresses of a list beyond those that are kept. */
  addresses_left_out: z
    .object({ to: z.int(), cc: z.int(), reply_to: z.int(), followup_to: z.int() })
    .partial()
    .optional(),
};

/** A file of a forwarded message that stays behind. */
export const leftOutFile = z.object({ filename: z.string(), reason: z.enum(LEFT_OUT_REASONS) });

const common = {
  id: z.string(),
  direction,
  state: messageState,
  sender: z.string(),
  recipient: z.string(),
  /** Outbound: everybody who gets it, with what became of their mail. */
  recipients: z.array(sentRecipient).optional(),
  /** Outbound: delivered, but not to everybody. */
  partially_delivered: z.literal(true).optional(),
  ...addressFields,
  subject: z.string(),
  /** This reader gets no text of the sender: subject and preview are empty, `body.content` is null. */
  content_withheld: z.literal(true).optional(),
  mailbox_id: z.string(),
  mailbox_name: z.string(),
  body_preview: z.string(),
  starred: z.boolean(),
  has_attachment: z.boolean(),
  /** Has an HTML part, which mail programs show in place of the text. */
  has_html: z.boolean(),
  dashboard_url: z.string().nullable(),
  thread_id: z.string().nullable(),
  subaddress_instance_id: z.string().nullable(),
  labels: z.array(z.string()),
  /** Data of the caller who sent it. */
  metadata: storedMetadata.optional(),
  automatic,
  scan: scan.nullable(),
  firewall_block: firewallBlock.nullable(),
  agent_safety_context: agentSafetyContext.nullable(),
  created_at: timestamp,
  read_at: timestamp.nullable(),
  email_effect: emailEffect.optional(),
  review: review.optional(),
  decision_pending: decisionPending.optional(),
  /** Id of the held message that a person edited; this one was sent in its place. */
  edited_from: z.string().optional(),
  /** Id of the inbound message that this one answers. */
  in_reply_to_message_id: z.string().optional(),
  /** Id of the denied message of which this one is a new version. */
  revises: z.string().optional(),
  /** Outbound: id of the message that this one forwards. */
  forwards: z.string().optional(),
  /** Files of the forwarded message that this one leaves out. Absent when it has all. */
  files_left_out: z.array(leftOutFile).optional(),
  /** Outbound: how it answers an invitation. */
  calendar_reply: z.enum(CALENDAR_ANSWERS).optional(),
  /** Only what the query asked for with `extract`. */
  extracted: z
    .object({
      /** The one-time code as it is typed in; null when there is none, or when the text is withheld. */
      otp: z.string().nullable().optional(),
      /** Web links, each once, in their order. */
      links: z.array(z.string()).optional(),
    })
    .optional(),
  /**
   * Inbound, with `extract=reply`: the words that this message adds, without quoted history, signatures and
   * legal notices. Null when the text is withheld or very long.
   */
  reply_text: z.string().nullable().optional(),
};

export const messageListItem = z.object({
  ...common,
  sender_authentication: z.object({ verdict: authenticationVerdict }).nullable().optional(),
});
export type MessageListItem = z.output<typeof messageListItem>;

export const messageBody = z.object({
  format: z.enum(BODY_FORMATS),
  content: z.string().nullable(),
  char_count: z.int(),
  returned_char_count: z.int(),
  truncated: z.boolean(),
});

export const attachment = z.object({
  filename: z.string().nullable(),
  content_type: z.string(),
  size: z.int(),
  hash: z.string(),
  policy_action: attachmentPolicyAction,
  sniffed_mime_type: z.string().nullable(),
  declared_mime_type: z.string().nullable(),
  mime_mismatch: z.boolean(),
  av_verdict: antivirusVerdict,
  av_signature: z.string().nullable(),
  av_scanned_at: timestamp.nullable(),
  stored: z.boolean(),
  content_id: z.string().nullable(),
  content_disposition: z.enum(['inline', 'attachment']),
  inline: z.boolean(),
  raw_retention: z.enum(['not_retained', 'temporary_processing', 'retained_for_raw_download']),
  raw_deleted_at: timestamp.nullable(),
  upload_id: z.string().nullable(),
  preview_status: z.enum(['pending', 'ready', 'blocked', 'failed']).nullable(),
  preview_kind: z.literal('text').nullable(),
  preview_reason_code: z.string().nullable(),
  preview_char_count: z.int().nullable(),
  preview_page_count: z.int().nullable(),
  preview_truncated: z.boolean().nullable(),
  preview_generated_at: timestamp.nullable(),
});
export type Attachment = z.output<typeof attachment>;

/** One version of a message that was revised after a denial. */
const messageVersion = z.object({
  id: z.string(),
  state: messageState,
  created_at: timestamp,
  /** Codes of why it is held now. */
  held_because: z.array(z.string()).optional(),
  review: review.optional(),
  body: messageBody,
});
export type MessageVersion = z.output<typeof messageVersion>;

/** Fields that a mailing list adds (RFC 2919, RFC 2369). */
export const mailingList = z.object({
  id: z.string().nullable(),
  post: z.string().nullable(),
  /** Links of the sender, which are shown and never followed. */
  unsubscribe: z.array(z.string()),
  one_click: z.boolean(),
});

/** Who gets a reply, and why when the message has a Reply-To that differs from its sender. */
export const replyRecipient = z.object({ address: z.string(), note: z.string().nullable() });

export const messageDetail = z.object({
  ...common,
  body: messageBody,
  /**
   * Text made from the HTML, with hidden words, labels and addresses of links in brackets. Absent without
   * HTML, and when the HTML says the same as the text; its `content` is null when the comparison was not
   * made.
   */
  html_text: messageBody.optional(),
  /** Inbound, with `blocks`. */
  blocks: z.array(messageBlock).optional(),
  attachments: z.array(attachment),
  sender_authentication: senderAuthentication.nullable().optional(),
  in_reply_to: z.string().nullable(),
  /** Fields of a mailing list; shown, not obeyed. */
  list: mailingList.nullable(),
  followup_to: z.array(namedAddress),
  /** Event of a calendar file, for whoever may read its preview. Single messages only. */
  calendar: calendar.nullable().optional(),
  /** Where a reply would go now; absent when the message can't be answered. */
  reply_recipient: replyRecipient.optional(),
  /** The header or fact that made it `automatic`. Absent if it isn't. */
  automatic_by: z.string().optional(),
  hold_context: holdContext.nullable(),
  review_trigger_source: triggerSource.nullable(),
  /** All versions of a message that was revised, the first one first. Absent when there is one. */
  versions: z.array(messageVersion).optional(),
});
export type MessageDetail = z.output<typeof messageDetail>;

const sendStatus = z.enum(['sent', 'quarantined', 'blocked', 'pending_review']);

/** Passive content that the sanitizer removes from HTML. */
const REMOVED_CATEGORIES = [
  'remote_image',
  'external_link',
  'filtered_styles',
  'unsupported_elements',
] as const;
export type RemovedCategory = (typeof REMOVED_CATEGORIES)[number];

/** Only when an idempotency key replays an earlier result. */
export const replayed = z.literal(true).optional();
/** Only with `replayed`, if this request isn't a repetition of the first one. */
export const differs = z.array(z.string()).optional();

export const sendReply = z.object({
  message_id: z.string(),
  status: sendStatus,
  warning: z.string().nullable(),
  daily_limit: z.int(),
  sends_remaining: z.int(),
  scan: scan.nullable(),
  hold_context: holdContext.nullable(),
  email_effect: emailEffect,
  /** Each recipient with what became of their mail. Absent for a single plain address. */
  recipients: z.array(sentRecipient).optional(),
  partially_delivered: z.literal(true).optional(),
  review: review.optional(),
  /** Id of the held message that this edit replaced. */
  edited_from: z.string().optional(),
  /** Id of the denied message of which this one is a new version. */
  revises: z.string().optional(),
  /** Id of the message that it forwards. */
  forwards: z.string().optional(),
  files_left_out: z.array(leftOutFile).optional(),
  /** Outbound: how it answers an invitation. */
  calendar_reply: z.enum(CALENDAR_ANSWERS).optional(),
  /** Why it went to this address, when the answered message has a Reply-To that differs from its sender. */
  recipient_note: z.string().optional(),
  /** The edited message that a person sent in place of this one, and its effect so far. */
  replacement: replacement.optional(),
  html_sanitized: z.boolean(),
  removed_categories: z.array(z.enum(REMOVED_CATEGORIES)),
  replayed,
  differs,
  /** Recipient of the first send, whatever this request named. Only with `replayed`. */
  recipient: z.string().optional(),
});
export type SendReply = z.output<typeof sendReply>;
