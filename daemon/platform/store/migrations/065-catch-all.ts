import type { Migration } from './migration.ts';

/**
 * The mailbox that gets the mail of a domain to names that no mailbox has. Earlier programs would refuse such
 * mail for good, so their nodes end.
 */
export const catchAll: Migration = {
  version: 65,
  name: 'catch-all mailboxes',
  statements: {
    sqlite: ['alter table domains add column catch_all_mailbox_id text'],
    postgres: ['alter table domains add column catch_all_mailbox_id text collate "C"'],
  },
};
