import type { Migration } from './migration.ts';

/**
 * Mail that forwards other mail, and whether agents may send it. Programs of earlier schemas would decide
 * about it without the rule, so their nodes end.
 */
export const forwardedMail: Migration = {
  version: 61,
  name: 'forwarded mail',
  statements: {
    sqlite: [
      'alter table messages add column forward_of text',
      'alter table messages add column files_left_out text',
      `alter table mailboxes add column agent_forwarding text not null default 'review'`,
    ],
    postgres: [
      'alter table messages add column forward_of text collate "C"',
      'alter table messages add column files_left_out json',
      `alter table mailboxes add column agent_forwarding text collate "C" not null default 'review'`,
    ],
  },
};
