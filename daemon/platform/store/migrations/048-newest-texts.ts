import type { Migration } from './migration.ts';

/**
 * The index of texts by mailbox serves only reads in its order: it's partial, and searches by words don't
 * state its condition. The planner would take it for them when it believes that a mailbox is small. Writes
 * to the search index wait meanwhile: 0.4 s for 200,000 texts.
 *
 * Each search reads the texts that aren't in the index of words yet, 4 MB of them by default. With 1 MB it
 * takes 0.2 ms instead of 0.4 to 0.6, and a text costs 0.09 ms more.
 */
export const newestTexts: Migration = {
  version: 48,
  name: 'newest texts of a mailbox',
  worksWith: 46,
  statements: {
    sqlite: [],
    postgres: [
      'drop index message_search_by_mailbox',
      'create index message_search_by_mailbox on message_search (mailbox_id, seq) where seq >= 0',
      'alter index message_search_by_words set (gin_pending_list_limit = 1024)',
    ],
  },
};
