import type { Migration } from './migration.ts';

/** Domains of customers, mailboxes at them, and how far the mail folders of self-hosted ones are read. */
export const domains: Migration = {
  version: 17,
  name: 'domains',
  statements: [
    `create table domains (
      id text primary key,
      account_id text not null references accounts (id),
      name text not null,
      transport_mode text not null,
      claim_token text not null,
      is_default integer not null default 0,
      verification_status text not null default 'pending',
      verified_at integer,
      status text not null default 'active',
      health text not null default 'healthy',
      failed_checks integer not null default 0,
      record_states text not null default '{}',
      self_hosted_config blob,
      created_at integer not null,
      unique (account_id, name)
    )`,
    // Many accounts may ask for a name, and one can have it.
    `create unique index domains_verified on domains (name) where verification_status = 'verified'`,
    `create unique index domains_default on domains (account_id) where is_default = 1`,

    `alter table mailboxes add column domain_id text`,
    `alter table mailboxes add column imap_folder text`,
    `create index mailboxes_by_domain on mailboxes (domain_id) where domain_id is not null`,
    `create unique index mailboxes_by_folder on mailboxes (domain_id, imap_folder)
      where imap_folder is not null and status <> 'deleted'`,

    `create table imap_positions (
      mailbox_id text primary key references mailboxes (id),
      account_id text not null,
      uid_validity text not null,
      next_uid integer not null,
      known_below integer not null default 0
    ) without rowid`,
  ],
};
