import type { Migration } from './migration.ts';

/** What a message is as long as it was not sent: when it goes by itself, and who answers for it. */
export const drafts: Migration = {
  version: 14,
  name: 'drafts',
  statements: [
    `create table drafts (
      message_id text primary key,
      account_id text not null,
      revision integer not null default 0,
      updated_at integer not null,
      answers_message_id text,
      send_at integer,
      original_send_at integer,
      scheduled_by_type text,
      scheduled_by_id text,
      send_attempts integer not null default 0,
      last_dispatch_error_code text,
      last_dispatch_attempt_at integer,
      trigger text,
      sent_key text
    ) without rowid`,
    `create index drafts_by_account on drafts (account_id)`,
    `create index messages_drafted on messages (mailbox_id, created_at) where state = 'draft'`,
  ],
};
