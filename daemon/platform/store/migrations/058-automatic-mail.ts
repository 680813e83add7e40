import type { Migration } from './migration.ts';

/**
 * Mail that programs sent, the fact that shows it, and settings about answers to it. Programs of earlier
 * schemas would let agents answer it, so their nodes end.
 */
export const automaticMail: Migration = {
  version: 58,
  name: 'automatic mail',
  statements: {
    sqlite: [
      'alter table messages add column automatic text',
      'alter table messages add column automatic_by text',
      `alter table mailboxes add column automatic_replies text not null default 'never'`,
      'alter table mailboxes add column auto_submitted_replies integer not null default 0',
    ],
    postgres: [
      'alter table messages add column automatic text collate "C"',
      'alter table messages add column automatic_by text collate "C"',
      `alter table mailboxes add column automatic_replies text collate "C" not null default 'never'`,
      'alter table mailboxes add column auto_submitted_replies boolean not null default false',
    ],
  },
};
