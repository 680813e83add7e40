import type { Migration } from './migration.ts';

/**
 * A mailbox stores a message once, however many of its subaddresses the envelope names. Programs that don't
 * know the column store a copy for each.
 */
export const otherRecipients: Migration = {
  version: 52,
  name: 'other recipients of a message',
  worksWith: 46,
  statements: {
    sqlite: ['alter table messages add column other_recipients text'],
    postgres: ['alter table messages add column other_recipients json'],
  },
};
