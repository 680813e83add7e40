import type { Migration } from './migration.ts';

/** The address of the owner that gets copies of a mailbox's mail. */
export const mailboxCopies: Migration = {
  version: 40,
  name: 'copies of mail',
  statements: ['alter table mailboxes add column copy_to text'],
};
