import type { Migration } from './migration.ts';

/** The message of an event, which its data has too: queries join by a column, not by JSON. */
export const eventMessages: Migration = {
  version: 39,
  name: 'message of an event',
  statements: [
    'alter table events add column message_id text',
    "update events set message_id = data ->> 'message_id' where data ->> 'message_id' is not null",
  ],
};
