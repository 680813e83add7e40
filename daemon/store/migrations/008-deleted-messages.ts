import type { Migration } from './migration.ts';

/** What a message was before it was deleted. */
export const deletedMessages: Migration = {
  version: 8,
  name: 'deleted messages',
  statements: [
    'alter table messages add column deleted_from text',
    'alter table messages add column deleted_at integer',
  ],
};
