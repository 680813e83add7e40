import type { Generated } from 'kysely';
import type { z } from 'zod';
import type {
  DecisionKind,
  firewallBlock,
  holdContext,
  MessageState,
  RemovedCategory,
  Review,
  senderAuthentication,
} from '../../../../shared/contract/messages.ts';
import type { Metadata } from '../../../../shared/contract/metadata.ts';
import type { PiiType, Scan } from '../../../../shared/contract/scan.ts';
import type {
  AutomaticKind,
  LEFT_OUT_REASONS,
  RECIPIENT_ROLES,
  RECIPIENT_STATUSES,
} from '../../../../shared/contract/values.ts';
import type { CalendarReply } from '../../system/calendar-reply.ts';
import type { HeaderAddresses } from '../../system/header-addresses.ts';
import type { Actor } from '../actor.ts';

/** Messages and what belongs to them. */

export interface BlobsTable {
  id: string;
  /** Null for bytes of the service, such as reports and the postmaster's mail. */
  account_id: string | null;
  size: number;
  /** Null when the content is in a file of the blob folder. */
  content: Buffer | null;
  /** Whether the content is compressed; a file never is. */
  packed: Generated<boolean>;
  created_at: number;
}

export type HoldContext = z.output<typeof holdContext>;
export type SenderAuthentication = z.output<typeof senderAuthentication>;
export type FirewallBlock = z.output<typeof firewallBlock>;

/** The peer that delivered a message. Mail from a folder has none. */
export type Peer =
  | { readonly via: 'smtp'; readonly address: string; readonly helo: string }
  | {
      readonly via: 'imap';
      /** It is older than the connection of its mailbox. */
      readonly imported?: true;
    };

/** Personal data in a text, in UTF-16 code units, `end` exclusive. */
export type PiiSpans = readonly {
  readonly start: number;
  readonly end: number;
  readonly type: PiiType;
}[];

/** A person's decision to send a held message. */
export interface StoredDecision {
  readonly kind: 'release' | 'approve';
  readonly actor: Actor;
  readonly reason: string | null;
  /** Decisions of an earlier version lack it. */
  readonly reasonSpans?: PiiSpans | null;
}

/** A decision that takes effect later and can be taken back until then. */
export interface PendingDecision {
  readonly id: string;
  readonly kind: DecisionKind;
  readonly actor: Actor;
  readonly reason: string | null;
  /** Milliseconds since 1970. */
  readonly due_at: number;
}

/** The decision about a held message. */
export interface StoredReview {
  readonly resolution: Review['resolution'];
  readonly reason: string | null;
  readonly reason_spans: PiiSpans | null;
  /** Only the kind; the audit log has the identity. */
  readonly actor_type: Actor['type'];
  /** Id of the message that replaced it; rows of earlier versions lack it. */
  readonly edited_to?: string;
  /** Id of the latest version that was sent for a denied message. */
  readonly revised_as?: string;
  /** Codes of why it was held; rows of earlier versions lack it. */
  readonly held_because?: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One of several recipients of an outgoing message. */
export interface StoredRecipient {
  readonly address: string;
  readonly name: string | null;
  readonly role: (typeof RECIPIENT_ROLES)[number];
  /** `sending` while the transport has it; a crash makes it `unknown`. */
  readonly status: (typeof RECIPIENT_STATUSES)[number] | 'sending';
  readonly code: string | null;
  /** Of the last change of the status, milliseconds since 1970; null while it's `pending`. */
  readonly at: number | null;
}

/** A file of a forwarded message that stayed behind, and why. */
export interface LeftOutFile {
  readonly filename: string;
  readonly reason: (typeof LEFT_OUT_REASONS)[number];
}

export interface MessagesTable {
  /** Increases with every message, within a mailbox in the order of `created_at`. */
  seq: Generated<number>;
  id: string;
  account_id: string;
  mailbox_id: string;
  direction: 'inbound' | 'outbound';
  state: MessageState;
  created_at: number;
  sender: string;
  recipient: string;
  /** Outbound: everybody who gets it, `recipient` first; null for a single plain address. */
  recipients: Generated<readonly StoredRecipient[] | null>;
  /** Sends that the message is charged for: one for each recipient whose send wasn't refunded. */
  charged_units: Generated<number>;
  /** Recipients of several for whom it bounced, unless it bounced for all; kept after its deletion. */
  bounced_units: Generated<number>;
  /** Recipients of several who complained; kept after its deletion. */
  complained_units: Generated<number>;
  /** Inbound: further addresses of the mailbox that the message was sent to; null when there are none. */
  other_recipients: Generated<readonly string[] | null>;
  envelope_sender: string | null;
  subject: string;
  body_preview: Generated<string>;
  rfc_message_id: string | null;
  in_reply_to: string | null;
  reference_ids: Generated<readonly string[]>;
  thread_id: string | null;
  subaddress_instance_id: string | null;
  /** Inbound: a program sent it; null for other mail, and for mail of earlier versions. */
  automatic: Generated<AutomaticKind | null>;
  /** The header or fact that shows it; never text of the sender. */
  automatic_by: Generated<string | null>;
  /** Outbound: header of the instance. */
  subaddress_mode: 'reply_to' | 'from' | 'none' | null;
  /** Sorted; null when there are none. */
  labels: Generated<readonly string[] | null>;
  /** Data of whoever wrote it. */
  metadata: Generated<Metadata | null>;
  /** Outbound: address of another mailbox of the account that gets the answers. */
  reply_to: Generated<string | null>;
  /** Passive content that the sanitizer removed from the HTML; null without HTML. */
  removed_categories: readonly RemovedCategory[] | null;
  starred: Generated<boolean>;
  read_at: number | null;
  /** When a code was first taken from it; null while none was. */
  code_taken_at: Generated<number | null>;
  has_attachment: Generated<boolean>;
  raw_blob_id: string | null;
  size_bytes: Generated<number>;
  /** With every finding. */
  scan: Scan | null;
  hold_context: HoldContext | null;
  sender_authentication: SenderAuthentication | null;
  actor_type: string | null;
  actor_id: string | null;
  /** UTC day whose budget the message was charged to. */
  charged_on: string | null;
  /** Time of the send, held or not: a draft is written long before. */
  charged_at: Generated<number | null>;
  refunded_at: number | null;
  /** True when the charge counts toward the trial too. */
  charged_to_trial: Generated<boolean>;
  /** When the transport accepted it. */
  dispatched_at: Generated<number | null>;
  /** Inbound: the From address; null when unreadable. */
  from_address: string | null;
  /** Inbound: further From addresses; null when there are none. */
  other_authors: readonly string[] | null;
  /** Inbound: addresses and names of the header; null for mail of earlier versions. */
  header_addresses: Generated<HeaderAddresses | null>;
  /** Inbound: the peer, until the sender is authenticated. */
  peer: Generated<Peer | null>;
  /** Why the sender policy refused the message. */
  firewall_block: FirewallBlock | null;
  /** The recipient reported the message as unwanted. */
  complained_at: number | null;
  /** Outbound: sent to the simulator. Null while unsent, and when it was deleted by an earlier version. */
  simulated: Generated<boolean | null>;
  /** State before its deletion, or `bounced` when it bounced since. */
  deleted_from: MessageState | null;
  deleted_at: number | null;
  /** The decision behind a dispatch in progress. */
  deciding: StoredDecision | null;
  pending_decision: Generated<PendingDecision | null>;
  /** Outcome of the review; null without a decision, and for decisions of earlier versions. */
  review: Generated<StoredReview | null>;
  /** The held message that this one was sent in place of. */
  edited_from: Generated<string | null>;
  /** Outbound: the inbound message that it answers. */
  answers_id: Generated<string | null>;
  /** The answered message becomes read when this one is held or sent. */
  marks_read: Generated<boolean>;
  /** The denied message of which it is a new version. */
  revises: Generated<string | null>;
  /** Outbound: the message that it forwards. */
  forward_of: Generated<string | null>;
  /** Files of the forwarded message that stayed behind; null when there are none. */
  files_left_out: Generated<readonly LeftOutFile[] | null>;
  /** Outbound: the answer to an invitation that goes along. */
  calendar_reply: Generated<CalendarReply | null>;
  /** When it was denied, in milliseconds since 1970; unique in its mailbox. */
  denied_at: Generated<number | null>;
  /** It was denied, and neither revised nor marked as read since. */
  denial_open: Generated<boolean>;
  /** The worker that receives, scans or dispatches it; null in other states. */
  worker: Generated<string | null>;
}

export interface MessageBodiesTable {
  message_id: string;
  account_id: string;
  text: string | null;
  html: string | null;
  /** Null when the text was not scanned for personal data. */
  pii_spans: PiiSpans | null;
  /** Text made from the HTML: empty when it equals `text`, null without HTML or comparison. */
  html_text: Generated<string | null>;
  /** As `pii_spans`, for `html_text`. */
  html_pii_spans: Generated<PiiSpans | null>;
}

export interface AttachmentsTable {
  message_id: string;
  position: number;
  account_id: string;
  filename: string | null;
  content_type: string;
  declared_mime_type: string | null;
  sniffed_mime_type: string | null;
  mime_mismatch: Generated<boolean>;
  size: number;
  hash: string;
  policy_action: 'deliver' | 'metadata_only' | 'quarantine' | 'block';
  av_verdict: 'clean' | 'infected' | 'error' | 'skipped';
  av_signature: string | null;
  av_scanned_at: number | null;
  content_id: string | null;
  content_disposition: 'inline' | 'attachment';
  /** Null for an attachment without text. */
  preview_status: Generated<'pending' | 'ready' | 'blocked' | 'failed' | null>;
  preview_reason_code: Generated<string | null>;
  /** Characters of the whole text; null when too long to count. */
  preview_char_count: Generated<number | null>;
  preview_page_count: Generated<number | null>;
  preview_truncated: Generated<boolean | null>;
  preview_generated_at: Generated<number | null>;
  preview_extractor: Generated<string | null>;
  /** The worker that extracts its text; null unless the preview is pending. */
  worker: Generated<string | null>;
  /** Upload of an outgoing file. */
  upload_id: Generated<string | null>;
  /** Bytes of an outgoing file; inbound attachments are in the raw message. */
  blob_id: Generated<string | null>;
}

/** Bound keys. Rows only go with the erasure of their account. */
export interface IdempotencyKeysTable {
  account_id: string;
  key: string;
  namespace: 'send' | 'draft';
  message_id: string;
  mailbox_id: string;
  created_at: number;
  /** Digest of each field of the request; null if unknown. */
  content: Generated<Record<string, string> | null>;
}

/** Mail and text messages that stay on this machine. */
export interface OutboxTable {
  seq: Generated<number>;
  id: string;
  kind: 'email' | 'sms';
  purpose: string;
  at: number;
  sender: string;
  recipient: string;
  subject: string | null;
  /** Null with a `message_id`: text and HTML are those of the message. */
  text: string | null;
  html: string | null;
  raw_blob_id: string | null;
  account_id: string | null;
  message_id: string | null;
}
