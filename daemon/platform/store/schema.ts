import type {
  ApiKeysTable,
  ChallengesTable,
  RecoveryCodesTable,
  SessionsTable,
  SmsLogTable,
  ThrottlesTable,
} from './schema/access.ts';
import type { AccountsTable, LegalHoldsTable, SendBudgetTable, SettingsTable } from './schema/accounts.ts';
import type { AttachmentPreviewsTable } from './schema/attachment-previews.ts';
import type { DomainsTable, ImapPositionsTable, MailboxConnectionsTable } from './schema/domains.ts';
import type { DraftsTable } from './schema/drafts.ts';
import type {
  AuditLogTable,
  EventsTable,
  EventThrottlesTable,
  JobsTable,
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from './schema/log.ts';
import type { DkimKeysTable, UnownedMailTable } from './schema/mail.ts';
import type {
  MailboxesTable,
  NamedAddressesTable,
  PolicyRevisionsTable,
  TrustedSourcesTable,
} from './schema/mailboxes.ts';
import type {
  AttachmentsTable,
  BlobsTable,
  IdempotencyKeysTable,
  MessageBodiesTable,
  MessagesTable,
  OutboxTable,
} from './schema/messages.ts';
import type { NoticeTargetsTable } from './schema/notices.ts';
import type {
  BlockedArrivalsTable,
  BlockedSendsTable,
  ListAddBudgetTable,
  ListEntriesTable,
  RecipientAttestationsTable,
  RecipientRequestsTable,
  VerifiedRecipientsTable,
} from './schema/recipients.ts';
import type { StagedAttachmentsTable } from './schema/staged-attachments.ts';
import type { ThreadsTable } from './schema/threads.ts';

/**
 * Row types of every table, as queries see them. Times are milliseconds since 1970 UTC. Booleans are stored
 * as 0 and 1, objects and arrays as JSON; `sqlite/codecs.ts` lists these columns.
 */
export type * from './schema/access.ts';
export type * from './schema/accounts.ts';
export type * from './schema/attachment-previews.ts';
export type * from './schema/domains.ts';
export type * from './schema/drafts.ts';
export type * from './schema/log.ts';
export type * from './schema/mail.ts';
export type * from './schema/mailboxes.ts';
export type * from './schema/messages.ts';
export type * from './schema/notices.ts';
export type * from './schema/recipients.ts';
export type * from './schema/staged-attachments.ts';
export type * from './schema/threads.ts';

/** All tables by name. */
export interface Tables {
  list_entries: ListEntriesTable;
  list_add_budget: ListAddBudgetTable;
  blocked_sends: BlockedSendsTable;
  blocked_arrivals: BlockedArrivalsTable;
  settings: SettingsTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  mailboxes: MailboxesTable;
  named_addresses: NamedAddressesTable;
  domains: DomainsTable;
  imap_positions: ImapPositionsTable;
  mailbox_connections: MailboxConnectionsTable;
  blobs: BlobsTable;
  unowned_mail: UnownedMailTable;
  messages: MessagesTable;
  message_bodies: MessageBodiesTable;
  attachments: AttachmentsTable;
  attachment_previews: AttachmentPreviewsTable;
  threads: ThreadsTable;
  staged_attachments: StagedAttachmentsTable;
  drafts: DraftsTable;
  idempotency_keys: IdempotencyKeysTable;
  send_budget: SendBudgetTable;
  events: EventsTable;
  audit_log: AuditLogTable;
  outbox: OutboxTable;
  jobs: JobsTable;
  dkim_keys: DkimKeysTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  notice_targets: NoticeTargetsTable;
  event_throttles: EventThrottlesTable;
  sessions: SessionsTable;
  challenges: ChallengesTable;
  recovery_codes: RecoveryCodesTable;
  throttles: ThrottlesTable;
  sms_log: SmsLogTable;
  legal_holds: LegalHoldsTable;
  policy_revisions: PolicyRevisionsTable;
  trusted_sources: TrustedSourcesTable;
  verified_recipients: VerifiedRecipientsTable;
  recipient_requests: RecipientRequestsTable;
  recipient_attestations: RecipientAttestationsTable;
}
