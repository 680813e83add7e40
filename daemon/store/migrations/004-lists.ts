import type { Migration } from './migration.ts';

/** Whom an account writes to and who may write in: the address lists, their budget, and what they refused. */
export const lists: Migration = {
  version: 4,
  name: 'lists',
  statements: [
    // One table for all lists. The owner is an account or a mailbox; `seq` is the order of adding.
    `create table list_entries (
      seq integer primary key,
      list text not null,
      owner_id text not null,
      pattern text not null,
      reason text,
      source text,
      added_by_actor_type text,
      added_by_actor_id text,
      latest_complaint_at integer,
      complaint_count integer not null default 0,
      created_at integer not null
    )`,
    `create unique index list_entries_by_pattern on list_entries (list, owner_id, pattern)`,
    `create index list_entries_by_age on list_entries (list, owner_id, seq)`,
    `create index list_entries_by_reason on list_entries (list, owner_id, reason, seq) where reason is not null`,

    `create table list_add_budget (
      account_id text not null,
      hour integer not null,
      count integer not null,
      primary key (account_id, hour)
    ) without rowid`,

    `create table blocked_sends (
      seq integer primary key,
      account_id text not null,
      mailbox_id text not null,
      recipient text not null,
      code text not null,
      actor_type text not null,
      actor_id text not null,
      origin text not null,
      draft_id text,
      attempted_at integer not null
    )`,
    `create index blocked_sends_by_mailbox on blocked_sends (mailbox_id, seq)`,
    `create index blocked_sends_by_age on blocked_sends (attempted_at)`,

    `create table blocked_arrivals (
      seq integer primary key,
      account_id text not null,
      mailbox_id text not null,
      message_id text not null,
      sender text not null,
      envelope_sender text,
      from_address text,
      matched_field text,
      matched_pattern text,
      mode text not null,
      reason_code text not null,
      attempted_at integer not null
    )`,
    `create index blocked_arrivals_by_mailbox on blocked_arrivals (mailbox_id, seq)`,
    `create index blocked_arrivals_by_age on blocked_arrivals (attempted_at)`,

    `alter table messages add column from_address text`,
    `alter table messages add column firewall_block text`,
    `alter table messages add column complained_at integer`,
    `alter table mailboxes add column sender_policy_changed_at integer`,
  ],
};
