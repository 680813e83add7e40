import type { Migration } from './migration.ts';

/**
 * Large blobs whose bytes are objects of a bucket, below a folder that only this database uses. Chunks get a
 * time, after which those without a blob are removed.
 */
export const objects: Migration = {
  version: 44,
  name: 'blobs in a bucket',
  statements: {
    sqlite: [],
    postgres: [
      `create table blob_objects (
        blob_id text collate "C" primary key,
        sha256 text collate "C" not null
      )`,
      'create table object_folder (name text collate "C" not null)',
      'insert into object_folder (name) values (gen_random_uuid()::text)',
      'alter table blob_chunks add column at timestamptz not null default now()',
    ],
  },
};
