import type { Migration } from './migration.ts';

/** Keys that sign outgoing mail. */
export const dkimKeys: Migration = {
  version: 12,
  name: 'dkim keys',
  statements: [
    `create table dkim_keys (
      domain text not null,
      selector text not null,
      algorithm text not null,
      public_key text not null,
      private_key blob not null,
      created_at integer not null,
      primary key (domain, selector)
    ) without rowid`,
  ],
};
