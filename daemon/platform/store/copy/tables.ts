import type { BlobsTable, Tables } from '../schema.ts';

/** A table to copy, with the columns by which its rows are told apart and ordered. */
export interface CopiedTable {
  readonly name: keyof Tables;
  readonly key: readonly string[];
  /** Columns with any JSON value, also a string or a number, which are written as JSON text. */
  readonly json?: readonly string[];
  /** All columns but that with the bytes, of a table whose large ones are read one by one. */
  readonly besidesBytes?: readonly string[];
}

/** Doesn't compile while a column is missing. */
const BESIDES_CONTENT = {
  id: true,
  account_id: true,
  size: true,
  packed: true,
  created_at: true,
} as const satisfies Record<Exclude<keyof BlobsTable, 'content'>, true>;

/** Each row comes after those that it refers to. */
export const COPIED_TABLES = [
  { name: 'accounts', key: ['id'] },
  { name: 'settings', key: ['name', 'worker'] },
  { name: 'api_keys', key: ['id'] },
  { name: 'sessions', key: ['id'] },
  { name: 'challenges', key: ['id'] },
  { name: 'recovery_codes', key: ['account_id', 'code_hash'] },
  { name: 'throttles', key: ['subject', 'scope'] },
  { name: 'sms_log', key: ['id'] },
  { name: 'send_budget', key: ['account_id', 'day'] },
  { name: 'legal_holds', key: ['id'] },
  { name: 'domains', key: ['id'] },
  { name: 'dkim_keys', key: ['domain', 'selector'] },
  { name: 'mailboxes', key: ['id'] },
  { name: 'imap_positions', key: ['mailbox_id'] },
  { name: 'mailbox_connections', key: ['mailbox_id'] },
  { name: 'named_addresses', key: ['mailbox_id', 'tag'] },
  { name: 'policy_revisions', key: ['id'] },
  { name: 'trusted_sources', key: ['id'] },
  { name: 'blobs', key: ['id'], besidesBytes: Object.keys(BESIDES_CONTENT) },
  { name: 'unowned_mail', key: ['blob_id'] },
  { name: 'messages', key: ['seq'] },
  { name: 'message_bodies', key: ['message_id'] },
  { name: 'attachments', key: ['message_id', 'position'] },
  { name: 'attachment_previews', key: ['message_id', 'position'] },
  { name: 'staged_attachments', key: ['id'] },
  { name: 'drafts', key: ['message_id'] },
  { name: 'idempotency_keys', key: ['account_id', 'key'] },
  { name: 'outbox', key: ['seq'] },
  { name: 'list_entries', key: ['seq'] },
  { name: 'list_add_budget', key: ['account_id', 'hour'] },
  { name: 'blocked_sends', key: ['seq'] },
  { name: 'blocked_arrivals', key: ['seq'] },
  { name: 'verified_recipients', key: ['id'] },
  { name: 'recipient_requests', key: ['id'] },
  { name: 'recipient_attestations', key: ['id'] },
  { name: 'events', key: ['seq'] },
  { name: 'event_throttles', key: ['key'] },
  { name: 'audit_log', key: ['seq'], json: ['before', 'after'] },
  { name: 'jobs', key: ['id'] },
  { name: 'webhooks', key: ['id'] },
  { name: 'notice_targets', key: ['id'] },
  { name: 'webhook_deliveries', key: ['seq'] },
  { name: 'webhook_attempts', key: ['seq'] },
] as const satisfies readonly CopiedTable[];

/** Triggers make these rows; they are compared like the others. */
export const DERIVED_TABLES = [
  { name: 'threads', key: ['mailbox_id', 'thread_id'] },
] as const satisfies readonly CopiedTable[];

type Listed = (typeof COPIED_TABLES)[number]['name'] | (typeof DERIVED_TABLES)[number]['name'];

/** Doesn't compile while a table is in neither list. */
const _complete: Exclude<keyof Tables, Listed> extends never ? true : never = true;
void _complete;
