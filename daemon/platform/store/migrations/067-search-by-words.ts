import type { Migration } from './migration.ts';

/**
 * People and files in the search index, which is built anew in the background: `unindexed_before` is later
 * than any message.
 */
export const searchByWords: Migration = {
  version: 67,
  name: 'search by words',
  statements: {
    sqlite: ['update mailboxes set unindexed_before = 9007199254740991'],
    postgres: [
      "alter table message_search add column more text not null default ''",
      'create index message_search_by_more on message_search using gin (account_id, more gin_trgm_ops)',
      'alter index message_search_by_more set (gin_pending_list_limit = 1024)',
      'update mailboxes set unindexed_before = 9007199254740991',
    ],
  },
};
