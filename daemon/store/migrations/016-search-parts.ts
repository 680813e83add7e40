import type { Migration } from './migration.ts';

/** The search index without the places of its trigrams, which made it four times as large. */
export const searchParts: Migration = {
  version: 16,
  name: 'search parts',
  statements: [
    `drop table message_search`,
    `create virtual table message_search using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
    )`,
    `update mailboxes set unindexed_before = ${Number.MAX_SAFE_INTEGER}
      where id in (select mailbox_id from messages)`,
  ],
};
