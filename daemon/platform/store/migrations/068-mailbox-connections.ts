import type { Migration } from './migration.ts';

/**
 * Mailboxes of other servers. Earlier programs would send their mail by the daemon's own transport, and move
 * their addresses to the platform domain, so their nodes end.
 */
export const mailboxConnections: Migration = {
  version: 68,
  name: 'connected mailboxes',
  statements: {
    sqlite: [
      'alter table mailboxes add column connection_state text',
      `create table mailbox_connections (
        mailbox_id text primary key not null references mailboxes (id),
        account_id text not null references accounts (id),
        config blob,
        after_taking text not null,
        move_to text,
        imported_since integer,
        pending_uid integer,
        imap_failure text,
        smtp_failure text,
        failing_since integer,
        created_at integer not null
      ) without rowid`,
      'create index mailbox_connections_by_account on mailbox_connections (account_id)',
    ],
    postgres: [
      'alter table mailboxes add column connection_state text collate "C"',
      `create table mailbox_connections (
        mailbox_id text collate "C" primary key not null references mailboxes (id),
        account_id text collate "C" not null references accounts (id),
        config bytea,
        after_taking text collate "C" not null,
        move_to text collate "C",
        imported_since bigint,
        pending_uid bigint,
        imap_failure text collate "C",
        smtp_failure text collate "C",
        failing_since bigint,
        created_at bigint not null
      )`,
      'create index mailbox_connections_by_account on mailbox_connections (account_id)',
    ],
  },
};
