import type { Migration } from './migration.ts';

/**
 * Mail that belongs to no account counts against a budget of its own: postmaster mail, and reports until they
 * are read. A row lives as long as its blob. Mail kept by earlier versions has no known source, so it counts
 * for the total only.
 */
export const unownedMail: Migration = {
  version: 24,
  name: 'unowned mail',
  statements: [
    `create table unowned_mail (
      blob_id text primary key references blobs (id) on delete cascade,
      source text not null,
      bytes integer not null
    ) without rowid`,
    `create index unowned_mail_by_source on unowned_mail (source, bytes)`,
    `insert into unowned_mail (blob_id, source, bytes)
      select blobs.id, '', blobs.size + length(cast(outbox.text as blob))
      from outbox join blobs on blobs.id = outbox.raw_blob_id
      where outbox.purpose = 'postmaster'`,
  ],
};
