import type { Generated } from 'kysely';
import type { MessageState } from '../../shared/contract/messages.ts';

/**
 * Row types of every table. Times are milliseconds since 1970 UTC, booleans are 0 or 1, and columns that say
 * `json` hold JSON text.
 */

type Flag = 0 | 1;

export interface SettingsTable {
  name: string;
  /** json */
  value: string;
}

export interface AccountsTable {
  id: string;
  email: string;
  status: 'pending_verification' | 'active' | 'suspended' | 'deleted';
  tier: 'sandbox' | 'pay_as_you_go' | 'starter' | 'pro';
  agent_delete_messages_enabled: Generated<Flag>;
  email_verified_at: number | null;
  phone_number: string | null;
  phone_verified_at: number | null;
  custom_daily_send_limit: number | null;
  clean_history: Generated<Flag>;
  storage_limit_bytes: number | null;
  used_bytes: Generated<number>;
  created_at: number;
  /** argon2id, in the PHC string format. */
  password_hash: Generated<string | null>;
  mfa_method: Generated<'none' | 'totp' | 'sms'>;
  /** Sealed. */
  totp_secret: Generated<Buffer | null>;
  /** json: number[], the newest time steps whose code was used */
  totp_used_steps: Generated<string>;
  email_changed_at: Generated<number | null>;
  default_policy_mode: Generated<PolicyMode | null>;
  /** Begin of the sandbox's 30 days; null on accounts that never were in it. */
  trial_started_at: Generated<number | null>;
  trial_sends_used: Generated<number>;
  billing_exempt: Generated<Flag>;
  /** json: the warm-up that the operator set, whether over or not */
  warmup: Generated<string | null>;
  /** State of the account's mailboxes on the platform domain. */
  platform_domain_status: Generated<'active' | 'suspended'>;
  platform_domain_health: Generated<'healthy' | 'unhealthy' | 'unavailable'>;
  url_reputation_active: Generated<Flag>;
  url_reputation_version: Generated<string | null>;
  deleted_at: Generated<number | null>;
  erased_at: Generated<number | null>;
}

export type PolicyMode = 'read_only' | 'draft_only' | 'supervised' | 'trusted';

export interface ApiKeysTable {
  id: string;
  account_id: string;
  public_id: string;
  secret_hash: Buffer;
  role: 'admin' | 'agent' | null;
  label: string | null;
  /** json: string[] */
  mailbox_ids: string;
  instruction_trust_enabled: Generated<Flag>;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  revoked_by: string | null;
}

export interface MailboxesTable {
  id: string;
  account_id: string;
  name: string;
  address: string;
  display_name: string | null;
  status: Generated<'active' | 'paused' | 'deleted'>;
  /** json */
  scanner_policy: string | null;
  pii_mode: Generated<'passthrough' | 'redacted'>;
  /** json */
  pii_redaction_config: string | null;
  attachment_exposure_mode: Generated<'metadata_only' | 'derived_content' | 'raw_download_selected_types'>;
  /** json: string[] */
  attachment_allowed_file_families: Generated<string>;
  outbound_attachments_enabled: Generated<Flag>;
  default_subaddress_mode: Generated<'reply_to' | 'from' | 'none'>;
  recipient_policy_mode: Generated<'blocklist' | 'allowlist'>;
  sender_policy_mode: Generated<'blocklist' | 'allowlist'>;
  hitl_mode: Generated<'disabled' | 'risky_only' | 'all_outbound'>;
  allow_thread_replies: Generated<Flag>;
  agent_send_containment: Generated<Flag>;
  agent_authoring_mode: Generated<'read_only' | 'draft_only' | 'send_and_draft'>;
  /** json */
  send_window: string | null;
  approval_expiry: Generated<'24h' | '72h' | '7d' | 'never'>;
  instruction_trust_mode: Generated<'enabled' | 'disabled'>;
  instruction_trust_strict_recipient: Generated<Flag>;
  created_on_tier: AccountsTable['tier'];
  created_at: number;
  deleted_at: number | null;
  updated_at: Generated<number | null>;
  /** Grows with every change of what attachments may be read. */
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
}

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
  refunded_at: number | null;
  /** The charge was taken from the sandbox's total too. */
  charged_to_trial: Generated<Flag>;
  /** When the transport accepted it. */
  dispatched_at: Generated<number | null>;
  /** Inbound: the address of the From field; null when it has none that can be read. */
  from_address: string | null;
  /** json: why the sender policy keeps the message out */
  firewall_block: string | null;
  /** The recipient reported the message as unwanted. */
  complained_at: number | null;
}

export interface MessageBodiesTable {
  message_id: string;
  text: string | null;
  html: string | null;
  /** json */
  pii_spans: string | null;
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
}

export interface IdempotencyKeysTable {
  account_id: string;
  key: string;
  namespace: 'send' | 'draft';
  message_id: string;
  mailbox_id: string;
  created_at: number;
}

export interface SendBudgetTable {
  account_id: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  count: number;
}

export interface EventsTable {
  seq: Generated<number>;
  id: string;
  account_id: string;
  mailbox_id: string | null;
  type: string;
  occurred_at: number;
  /** json */
  data: string;
}

export interface AuditLogTable {
  seq: Generated<number>;
  id: string;
  at: number;
  kind: string;
  account_id: string | null;
  mailbox_id: string | null;
  actor_type: string;
  actor_id: string;
  target: string | null;
  /** json */
  before: string | null;
  /** json */
  after: string | null;
  reason: string | null;
}

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

export interface JobsTable {
  id: string;
  kind: string;
  due_at: number;
  /** json */
  payload: string;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: number;
}

export interface SessionsTable {
  id: string;
  account_id: string;
  /** SHA-256 of the cookie. */
  token_hash: Buffer;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** Address of the caller at log-in. */
  address: string;
  user_agent: string | null;
}

/** A code, link or grant that was handed out and can be redeemed once. */
export interface ChallengesTable {
  id: string;
  account_id: string | null;
  /** The session that it is bound to. */
  session_id: string | null;
  kind: string;
  /** Keyed hash of the code. */
  code_hash: Buffer;
  /** Where it was sent: an email address or phone number. */
  target: string | null;
  /** What it allows, for fresh re-auth. */
  scope: string | null;
  values_hash: Buffer | null;
  /** Wrong tries. */
  attempts: Generated<number>;
  created_at: number;
  expires_at: number;
  /** Redeemed, or replaced by a newer one. */
  ended_at: Generated<number | null>;
}

export interface RecoveryCodesTable {
  account_id: string;
  /** Keyed hash of the code. */
  code_hash: Buffer;
  used_at: number | null;
}

/** Text messages that went out, for the rolling windows. */
export interface SmsLogTable {
  id: string;
  phone_number: string;
  account_id: string;
  address: string;
  at: number;
}

export interface LegalHoldsTable {
  id: string;
  account_id: string;
  scope: 'account' | 'mailbox';
  mailbox_id: string | null;
  case_reference: string | null;
  reason: string;
  applied_at: number;
  applied_by_type: 'admin' | 'customer' | 'system';
  applied_by_id: string;
  released_at: number | null;
  released_by_type: 'admin' | 'customer' | 'system' | null;
  release_reason: string | null;
}

/** The policy of a mailbox as it was after a change. */
export interface PolicyRevisionsTable {
  id: string;
  account_id: string;
  mailbox_id: string;
  created_at: number;
  actor_type: string;
  actor_id: string;
  /** json */
  policy: string;
}

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
  /** json: the message that proved the address */
  eligibility: string;
}

export interface VerifiedRecipientsTable {
  id: string;
  account_id: string;
  /** Lower-case address. */
  email: string;
  /** A pending row is expired once `expires_at` has passed. */
  status: 'pending' | 'confirmed';
  /** How it is, or is to be, confirmed. */
  origin: 'link' | 'attested' | 'own';
  /** Keyed hash of the token in the link that is valid now. */
  token_hash: Buffer | null;
  created_at: number;
  expires_at: number;
  confirmed_at: number | null;
}

export interface RecipientRequestsTable {
  id: string;
  account_id: string;
  recipient_id: string;
  domain: string;
  /** A confirmation mail went out. */
  mailed: Flag;
  resend: Flag;
  at: number;
}

export interface RecipientAttestationsTable {
  id: string;
  account_id: string;
  /** Keyed hash of the verified phone number, when there was one. */
  phone_mark: string | null;
  email: string;
  at: number;
  /** When that person reported the mail. */
  reported_at: number | null;
}

/** An address or `@domain` on one of the lists of `shared/contract`. */
export interface ListEntriesTable {
  /** In the order of adding. */
  seq: Generated<number>;
  list: 'suppressions' | 'recipient_allowlist' | 'sender_blocklist' | 'sender_allowlist';
  /** The account of an account-wide list, the mailbox of the others. */
  owner_id: string;
  pattern: string;
  /** Suppressions only. */
  reason: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | null;
  source: string | null;
  added_by_actor_type: 'admin' | 'agent' | 'user' | 'system' | null;
  added_by_actor_id: string | null;
  latest_complaint_at: number | null;
  complaint_count: Generated<number>;
  created_at: number;
}

/** Entries that an account added to its lists, by hour. */
export interface ListAddBudgetTable {
  account_id: string;
  /** Hours since 1970 UTC. */
  hour: number;
  count: number;
}

/** Sends that a recipient rule refused; nothing changes a row. */
export interface BlockedSendsTable {
  seq: Generated<number>;
  account_id: string;
  mailbox_id: string;
  /** Lower case. */
  recipient: string;
  code: string;
  actor_type: 'admin' | 'agent' | 'user' | 'system';
  actor_id: string;
  origin: 'send' | 'reply' | 'draft_dispatch';
  draft_id: string | null;
  attempted_at: number;
}

/** Mail that the sender policy kept out; outlives the message. */
export interface BlockedArrivalsTable {
  seq: Generated<number>;
  account_id: string;
  mailbox_id: string;
  message_id: string;
  /** Lower case: the From address, or the envelope sender where there is none. */
  sender: string;
  envelope_sender: string | null;
  from_address: string | null;
  matched_field: 'envelope' | 'from' | null;
  matched_pattern: string | null;
  mode: 'blocklist' | 'allowlist';
  reason_code: 'SENDER_BLOCKED' | 'SENDER_NOT_ON_ALLOWLIST';
  attempted_at: number;
}

export interface WebhooksTable {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  enabled: Flag;
  /** json: string[] */
  enabled_events: string;
  /** Sealed. */
  signing_secret: Buffer;
  /** Sealed; json: names to values. */
  request_headers: Buffer | null;
  /** json: string[] */
  request_header_names: Generated<string>;
  consecutive_failures: Generated<number>;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
  disabled_at: number | null;
  disabled_reason: 'auto_disabled_failures' | null;
  created_at: number;
  updated_at: number;
}

export interface WebhookDeliveriesTable {
  seq: Generated<number>;
  id: string;
  webhook_id: string;
  account_id: string;
  event_type: string;
  /** The event that is delivered; null for a test. */
  event_seq: number | null;
  /** json; the made-up data of a test. */
  test_data: string | null;
  status: Generated<'pending' | 'retrying' | 'delivered' | 'abandoned'>;
  attempt_count: Generated<number>;
  /** When its attempts began to count: at its creation, and at every retry by hand. */
  queued_at: number;
  /** Null when nothing more is attempted. */
  next_attempt_at: number | null;
  http_status: number | null;
  last_error: string | null;
  response_preview: string | null;
  created_at: number;
  delivered_at: number | null;
  failed_at: number | null;
}

/** A delivery as it was when one of its attempts ended. */
export interface WebhookAttemptsTable
  extends Pick<
    WebhookDeliveriesTable,
    | 'webhook_id'
    | 'account_id'
    | 'next_attempt_at'
    | 'http_status'
    | 'last_error'
    | 'response_preview'
    | 'delivered_at'
    | 'failed_at'
  > {
  seq: Generated<number>;
  delivery_seq: number;
  occurred_at: number;
  status: 'pending' | 'retrying' | 'delivered' | 'abandoned';
  attempt_count: number;
}

export interface EventThrottlesTable {
  key: string;
  until: number;
}

export interface Tables {
  list_entries: ListEntriesTable;
  list_add_budget: ListAddBudgetTable;
  blocked_sends: BlockedSendsTable;
  blocked_arrivals: BlockedArrivalsTable;
  settings: SettingsTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  mailboxes: MailboxesTable;
  blobs: BlobsTable;
  messages: MessagesTable;
  message_bodies: MessageBodiesTable;
  attachments: AttachmentsTable;
  idempotency_keys: IdempotencyKeysTable;
  send_budget: SendBudgetTable;
  events: EventsTable;
  audit_log: AuditLogTable;
  outbox: OutboxTable;
  jobs: JobsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  event_throttles: EventThrottlesTable;
  sessions: SessionsTable;
  challenges: ChallengesTable;
  recovery_codes: RecoveryCodesTable;
  sms_log: SmsLogTable;
  legal_holds: LegalHoldsTable;
  policy_revisions: PolicyRevisionsTable;
  trusted_sources: TrustedSourcesTable;
  verified_recipients: VerifiedRecipientsTable;
  recipient_requests: RecipientRequestsTable;
  recipient_attestations: RecipientAttestationsTable;
}
