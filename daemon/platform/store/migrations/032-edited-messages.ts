import type { Migration } from './migration.ts';

/** The held message that a person's edit replaced; the index keeps a message from being replaced twice. */
export const editedMessages: Migration = {
  version: 32,
  name: 'edited messages',
  statements: [
    'alter table messages add column edited_from text',
    'create unique index messages_edited on messages (edited_from) where edited_from is not null',
  ],
};
