import type { Migration } from './migration.ts';

/** Mailboxes that get the answers to sent messages. Earlier programs would send without Reply-To. */
export const replyTo: Migration = {
  version: 62,
  name: 'reply-to of a sent message',
  statements: {
    sqlite: ['alter table messages add column reply_to text'],
    postgres: ['alter table messages add column reply_to text collate "C"'],
  },
};
