import type { Migration } from './migration.ts';

/** An item of the outbox without a text has that of its message. SQLite can't lift a constraint in place. */
export const outboxTexts: Migration = {
  version: 38,
  name: 'texts of the outbox by reference',
  statements: [
    `create table outbox_next (
      seq integer primary key,
      id text not null unique,
      kind text not null,
      purpose text not null,
      at integer not null,
      sender text not null,
      recipient text not null,
      subject text,
      text text,
      html text,
      raw_blob_id text,
      account_id text,
      message_id text
    )`,
    `insert into outbox_next (seq, id, kind, purpose, at, sender, recipient, subject, text, html, raw_blob_id, account_id, message_id)
      select seq, id, kind, purpose, at, sender, recipient, subject, text, html, raw_blob_id, account_id, message_id from outbox`,
    'drop table outbox',
    'alter table outbox_next rename to outbox',
    'create index outbox_by_age on outbox (at)',
    // Deleting a message copies its text to the items that refer to it.
    'create index outbox_referring on outbox (message_id) where text is null',
  ],
};
