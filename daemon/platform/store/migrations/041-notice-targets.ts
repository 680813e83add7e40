import type { Migration } from './migration.ts';

/** People and channels that are told of held mail. */
export const noticeTargets: Migration = {
  version: 41,
  name: 'notices of held mail',
  statements: [
    `create table notice_targets (
      id text primary key,
      account_id text not null references accounts (id),
      format text not null,
      address text not null,
      url blob,
      mailbox_ids text,
      states text not null,
      digest_minutes integer not null,
      max_per_hour integer not null,
      enabled integer not null,
      pending_seq integer,
      pending_at integer,
      due_at integer,
      attempts integer not null default 0,
      sent_times text not null default '[]',
      last_sent_at integer,
      last_failure_at integer,
      last_error text,
      created_at integer not null,
      updated_at integer not null
    )`,
    'create index notice_targets_by_account on notice_targets (account_id, created_at)',
  ],
};
