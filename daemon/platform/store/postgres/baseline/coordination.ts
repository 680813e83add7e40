import { text } from './types.ts';

/** Tables that SQLite doesn't need: it has one writer and files, and a commit there has an answer. */
export const coordinationSchema: readonly string[] = [
  // Rows are locked, and hardly ever changed. The empty id is the service.
  `create table account_locks (account_id ${text} primary key) with (fillfactor = 50)`,
  // Parts of large blobs, written before the rows of the blobs.
  `create table blob_chunks (
    blob_id ${text} not null,
    n bigint not null,
    bytes bytea not null,
    primary key (blob_id, n)
  )`,
  // Mail hardly shrinks, since its large parts are compressed or encoded.
  'alter table blob_chunks alter column bytes set storage external',
  // A row for each group that was committed lately.
  'create table commits (id uuid primary key, at timestamptz not null default now())',
  'create index commits_by_age on commits (at)',
];
