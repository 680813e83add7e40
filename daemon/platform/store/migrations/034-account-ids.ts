import { threadInserts } from './base/threads.ts';
import type { Migration } from './migration.ts';

const ofMessage = (table: string) =>
  `update ${table} set account_id = messages.account_id from messages where messages.id = ${table}.message_id`;

const ofMailbox = (table: string, mailbox: string) =>
  `update ${table} set account_id = mailboxes.account_id from mailboxes where mailboxes.id = ${mailbox}`;

const ofBlob = (table: string, column: string) =>
  `update blobs set account_id = ${table}.account_id from ${table} where ${table}.${column} = blobs.id`;

/** The account of a job, by what its payload names. */
const ofJob = (table: string, name: string) =>
  `update jobs set account_id = ${table}.account_id from ${table}
    where jobs.account_id is null and ${table}.id = json_extract(jobs.payload, '$.${name}')`;

/** The account of every row. Null in `blobs` and `jobs` is the service. */
export const accountIds: Migration = {
  version: 34,
  name: 'account of every row',
  statements: [
    "alter table message_bodies add column account_id text not null default ''",
    ofMessage('message_bodies'),
    "alter table attachments add column account_id text not null default ''",
    ofMessage('attachments'),
    "alter table attachment_previews add column account_id text not null default ''",
    ofMessage('attachment_previews'),
    "alter table threads add column account_id text not null default ''",
    ofMailbox('threads', 'threads.mailbox_id'),
    'drop trigger threads_enter',
    'drop trigger threads_move',
    ...threadInserts({ owned: true }),
    "alter table list_entries add column account_id text not null default ''",
    'update list_entries set account_id = owner_id',
    ofMailbox('list_entries', 'list_entries.owner_id'),
    "alter table event_throttles add column account_id text not null default ''",
    "update event_throttles set account_id = json_extract(key, '$[1]')",
    'alter table blobs add column account_id text',
    ofBlob('messages', 'raw_blob_id'),
    ofBlob('attachments', 'blob_id'),
    ofBlob('staged_attachments', 'blob_id'),
    ofBlob('outbox', 'raw_blob_id'),
    'alter table jobs add column account_id text',
    "update jobs set account_id = json_extract(payload, '$.account_id')",
    ofJob('messages', 'message_id'),
    ofJob('messages', 'draft_id'),
    ofJob('mailboxes', 'mailbox_id'),
    ofJob('domains', 'domain_id'),
    ofJob('webhooks', 'webhook_id'),
    ofJob('staged_attachments', 'attachment_id'),
    // Reports belong to the service until they are read.
    "update jobs set account_id = null where kind = 'inbound.report'",
  ],
};
