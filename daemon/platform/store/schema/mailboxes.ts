import type { Generated, Selectable } from 'kysely';
import type { z } from 'zod';
import type { SendWindow } from '../../../../shared/contract/mailboxes.ts';
import type { Metadata } from '../../../../shared/contract/metadata.ts';
import type { PiiRedactionConfig, ScannerPolicy } from '../../../../shared/contract/scan.ts';
import type { trustedSource } from '../../../../shared/contract/trust.ts';
import type { FILE_FAMILIES } from '../../../../shared/contract/values.ts';
import type { Actor } from '../actor.ts';
import type { AccountsTable, PolicyMode } from './accounts.ts';

/** Mailboxes, their policies and whom they trust. */

export type FileFamily = (typeof FILE_FAMILIES)[number];

export interface MailboxesTable {
  id: string;
  account_id: string;
  name: string;
  address: string;
  /** The customer's domain of the address; null for the platform's. */
  domain_id: Generated<string | null>;
  /** IMAP folder that mail is imported from. */
  imap_folder: Generated<string | null>;
  /** Of a mailbox of another server, which has a row in `mailbox_connections`; else null. */
  connection_state: Generated<'active' | 'failing' | 'disconnected' | null>;
  display_name: string | null;
  status: Generated<'active' | 'paused' | 'deleted'>;
  scanner_policy: ScannerPolicy | null;
  pii_mode: Generated<'passthrough' | 'redacted'>;
  pii_redaction_config: PiiRedactionConfig | null;
  attachment_exposure_mode: Generated<'metadata_only' | 'derived_content' | 'raw_download_selected_types'>;
  attachment_allowed_file_families: Generated<readonly FileFamily[]>;
  outbound_attachments_enabled: Generated<boolean>;
  default_subaddress_mode: Generated<'reply_to' | 'from' | 'none'>;
  recipient_policy_mode: Generated<'blocklist' | 'allowlist'>;
  sender_policy_mode: Generated<'blocklist' | 'allowlist'>;
  hitl_mode: Generated<'disabled' | 'risky_only' | 'all_outbound'>;
  allow_thread_replies: Generated<boolean>;
  agent_send_containment: Generated<boolean>;
  agent_authoring_mode: Generated<'read_only' | 'draft_only' | 'send_and_draft'>;
  send_window: SendWindow | null;
  approval_expiry: Generated<'24h' | '72h' | '7d' | 'never'>;
  participant_authentication: Generated<'any' | 'authenticated'>;
  agent_quarantine_access: Generated<'full' | 'metadata'>;
  agent_release: Generated<'contract' | 'never'>;
  agent_entries: Generated<'contract' | 'strict'>;
  automatic_replies: Generated<'never' | 'lists' | 'all'>;
  agent_forwarding: Generated<'off' | 'review' | 'on'>;
  /** Replies that agents send by themselves say so (`Auto-Submitted`). */
  auto_submitted_replies: Generated<boolean>;
  /** Data of the account. */
  metadata: Generated<Metadata | null>;
  /** Address of the owner that gets copies of its mail. */
  copy_to: Generated<string | null>;
  instruction_trust_mode: Generated<'enabled' | 'disabled'>;
  instruction_trust_strict_recipient: Generated<boolean>;
  created_on_tier: AccountsTable['tier'];
  created_at: number;
  deleted_at: number | null;
  /** The status before its account was deleted; null when the mailbox was deleted by itself. */
  deleted_from: Generated<'active' | 'paused' | null>;
  updated_at: Generated<number | null>;
  /** Increases with every change of the attachment policy. */
  attachment_policy_version: Generated<number>;
  attachment_reauth_at: Generated<number | null>;
  attachment_disclaimer_version: Generated<string | null>;
  attachment_disclaimer_at: Generated<number | null>;
  image_risk_version: Generated<string | null>;
  image_risk_at: Generated<number | null>;
  outbound_disclaimer_version: Generated<string | null>;
  outbound_disclaimer_at: Generated<number | null>;
  outbound_image_risk_version: Generated<string | null>;
  outbound_image_risk_at: Generated<number | null>;
  instruction_trust_changed_at: Generated<number | null>;
  residual_risk_version: Generated<string | null>;
  last_applied_policy_mode: Generated<PolicyMode | null>;
  latest_revision_id: Generated<string | null>;
  sender_policy_changed_at: number | null;
  /** Messages created earlier aren't in the search index as readers get them; null when all are. */
  unindexed_before: number | null;
}

export type MailboxRow = Selectable<MailboxesTable>;

/** A mailbox's policy after a change. */
export interface PolicyRevisionsTable {
  id: string;
  account_id: string;
  mailbox_id: string;
  created_at: number;
  actor_type: string;
  actor_id: string;
  policy: Readonly<Record<string, unknown>>;
}

/** Subaddresses that somebody made. A row stays for good, so that an address that has ended stays closed. */
export interface NamedAddressesTable {
  mailbox_id: string;
  /** The part after `+`. */
  tag: string;
  account_id: string;
  note: string | null;
  /** From then on mail is refused; null without an end. */
  expires_at: number | null;
  removed_at: number | null;
  added_by_actor_type: Actor['type'];
  added_by_actor_id: string;
  created_at: number;
}

/** Senders whose instructions agents may follow, as granted by a person. */
export interface TrustedSourcesTable {
  id: string;
  account_id: string;
  mailbox_id: string;
  /** Lower-case address. */
  value: string;
  value_ascii: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** The message that proved the address. */
  eligibility: z.output<typeof trustedSource>['eligibility_snapshot'];
}
