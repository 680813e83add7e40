import type { Generated } from 'kysely';
import type { MessageState } from '../../../shared/contract/messages.ts';
import type { Flag } from './flag.ts';

/** Messages and what belongs to them. */

export interface BlobsTable {
  id: string;
  size: number;
  /** Null when the content lies in a file of the blob folder. */
  content: Buffer | null;
  created_at: number;
}

export interface MessagesTable {
  /** Grows with every message; within a mailbox in the order of `created_at`. */
  seq: Generated<number>;
  id: string;
  account_id: string;
  mailbox_id: string;
  direction: 'inbound' | 'outbound';
  state: MessageState;
  created_at: number;
  sender: string;
  recipient: string;
  envelope_sender: string | null;
  subject: string;
  body_preview: Generated<string>;
  rfc_message_id: string | null;
  in_reply_to: string | null;
  /** json: string[] */
  reference_ids: Generated<string>;
  thread_id: string | null;
  subaddress_instance_id: string | null;
  /** Outbound: where the instance shows. */
  subaddress_mode: 'reply_to' | 'from' | 'none' | null;
  /** json: kinds of passive content that the sanitizer removed from the HTML; null without HTML. */
  removed_categories: string | null;
  starred: Generated<Flag>;
  read_at: number | null;
  has_attachment: Generated<Flag>;
  raw_blob_id: string | null;
  size_bytes: Generated<number>;
  /** json: the contract's scan with every finding */
  scan: string | null;
  /** json */
  hold_context: string | null;
  /** json */
  sender_authentication: string | null;
  actor_type: string | null;
  actor_id: string | null;
  /** UTC day whose budget the message was charged to. */
  charged_on: string | null;
  /** When it was sent, held or not: a draft is written long before. */
  charged_at: Generated<number | null>;
  refunded_at: number | null;
  /** The charge was taken from the sandbox's total too. */
  charged_to_trial: Generated<Flag>;
  /** When the transport accepted it. */
  dispatched_at: Generated<number | null>;
  /** Inbound: the address of the From field; null when it has none that can be read. */
  from_address: string | null;
  /** Inbound, json: further addresses of From; null when there are none. */
  other_authors: string | null;
  /** Inbound, json: who handed it over, until its sender is authenticated. */
  peer: Generated<string | null>;
  /** json: why the sender policy keeps the message out */
  firewall_block: string | null;
  /** The recipient reported the message as unwanted. */
  complained_at: number | null;
  /** Outbound: it went to the simulator. Null as long as it was not sent, and where it was deleted before this was noted. */
  simulated: Generated<Flag | null>;
  /** State in which it was deleted, or `bounced` when it came back since. */
  deleted_from: MessageState | null;
  deleted_at: number | null;
  /** json: whose decision a dispatch that is under way carries out */
  deciding: string | null;
  /** json: how the review of a held message ended; null while nobody decided, and for earlier decisions */
  review: Generated<string | null>;
  /** The held message that this one was sent in place of. */
  edited_from: Generated<string | null>;
}

export interface MessageBodiesTable {
  message_id: string;
  text: string | null;
  html: string | null;
  /** json */
  pii_spans: string | null;
  /** Text made from the HTML: empty when it says the same as `text`, null when there is none or it was not read. */
  html_text: Generated<string | null>;
  /** json: what `pii_spans` is, of `html_text` */
  html_pii_spans: Generated<string | null>;
}

export interface AttachmentsTable {
  message_id: string;
  position: number;
  filename: string | null;
  content_type: string;
  declared_mime_type: string | null;
  sniffed_mime_type: string | null;
  mime_mismatch: Generated<Flag>;
  size: number;
  hash: string;
  policy_action: 'deliver' | 'metadata_only' | 'quarantine' | 'block';
  av_verdict: 'clean' | 'infected' | 'error' | 'skipped';
  av_signature: string | null;
  av_scanned_at: number | null;
  content_id: string | null;
  content_disposition: 'inline' | 'attachment';
  /** Null where there is no text to read, or none that is read here. */
  preview_status: Generated<'pending' | 'ready' | 'blocked' | 'failed' | null>;
  preview_reason_code: Generated<string | null>;
  /** Characters of the whole text; null when it was too long to count. */
  preview_char_count: Generated<number | null>;
  preview_page_count: Generated<number | null>;
  preview_truncated: Generated<Flag | null>;
  preview_generated_at: Generated<number | null>;
  preview_extractor: Generated<string | null>;
  /** The upload that an outgoing file was. */
  upload_id: Generated<string | null>;
  /** The bytes of an outgoing file; those of others lie in the message as it arrived. */
  blob_id: Generated<string | null>;
}

/** Bound keys; nothing changes or removes a row but the erasure of its account. */
export interface IdempotencyKeysTable {
  account_id: string;
  key: string;
  namespace: 'send' | 'draft';
  message_id: string;
  mailbox_id: string;
  created_at: number;
}

/** Mail and text messages that stay on this machine, for its owner to look at. */
export interface OutboxTable {
  seq: Generated<number>;
  id: string;
  kind: 'email' | 'sms';
  purpose: string;
  at: number;
  sender: string;
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  raw_blob_id: string | null;
  account_id: string | null;
  message_id: string | null;
}
