import type { Migration } from './migration.ts';

/**
 * Subaddresses that somebody made, which may end. Earlier programs would take mail at an address that has
 * ended, so their nodes end.
 */
export const namedAddresses: Migration = {
  version: 64,
  name: 'named addresses',
  statements: {
    sqlite: [
      `create table named_addresses (
        mailbox_id text not null references mailboxes (id),
        tag text not null,
        account_id text not null references accounts (id),
        note text,
        expires_at integer,
        removed_at integer,
        added_by_actor_type text not null,
        added_by_actor_id text not null,
        created_at integer not null,
        primary key (mailbox_id, tag)
      ) without rowid`,
      'create index named_addresses_by_account on named_addresses (account_id)',
    ],
    postgres: [
      `create table named_addresses (
        mailbox_id text collate "C" not null references mailboxes (id),
        tag text collate "C" not null,
        account_id text collate "C" not null references accounts (id),
        note text collate "C",
        expires_at bigint,
        removed_at bigint,
        added_by_actor_type text collate "C" not null,
        added_by_actor_id text collate "C" not null,
        created_at bigint not null,
        primary key (mailbox_id, tag)
      )`,
      'create index named_addresses_by_account on named_addresses (account_id)',
    ],
  },
};
