import { text } from './types.ts';

/** Texts of messages to search in. `pg_trgm` is an extension that the owner of a database may create. */
export const searchSchema: readonly string[] = [
  'create extension if not exists pg_trgm',
  'create extension if not exists btree_gin',
  `create table message_search (
    seq bigint primary key,
    account_id ${text} not null,
    mailbox_id ${text} not null,
    words text not null
  )`,
  'create index message_search_by_words on message_search using gin (mailbox_id, words gin_trgm_ops)',
  'create index message_search_by_mailbox on message_search (mailbox_id, seq)',
];
