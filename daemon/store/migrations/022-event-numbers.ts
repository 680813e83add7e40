import type { Migration } from './migration.ts';

/** Numbers of events go on when the log was emptied: readers stand at one, and ask for what has a higher one. */
export const eventNumbers: Migration = {
  version: 22,
  name: 'event numbers',
  statements: [
    // Only a table that is made so keeps the highest number that it gave out.
    `create table events_numbered (
      seq integer primary key autoincrement,
      id text not null,
      account_id text not null,
      mailbox_id text,
      type text not null,
      occurred_at integer not null,
      data text not null
    )`,
    `insert into events_numbered (seq, id, account_id, mailbox_id, type, occurred_at, data)
      select seq, id, account_id, mailbox_id, type, occurred_at, data from events order by seq`,
    `drop table events`,
    `alter table events_numbered rename to events`,
    `create index events_by_account on events (account_id, seq)`,
  ],
};
