import type { Migration } from './migration.ts';

/**
 * The state before deletion, for an account that its owner takes back: a suspension must not end that way.
 */
export const restorableAccounts: Migration = {
  version: 29,
  name: 'state of accounts and mailboxes before deletion',
  statements: [
    'alter table accounts add column deleted_from text',
    'alter table mailboxes add column deleted_from text',
  ],
};
