import type { Migration } from './migration.ts';

/**
 * Answers and the messages that they answer or revise, and denials that wait for a better version. Earlier
 * programs deny without opening a denial, so it isn't offered.
 */
export const revisions: Migration = {
  version: 50,
  name: 'revisions of denied messages',
  worksWith: 46,
  statements: {
    sqlite: [
      'alter table messages add column answers_id text',
      'alter table messages add column marks_read integer not null default 0',
      'alter table messages add column revises text',
      'alter table messages add column denied_at integer',
      'alter table messages add column denial_open integer not null default 0',
      'create index messages_denied on messages (mailbox_id, denied_at) where denied_at is not null',
      'create index messages_open_denials on messages (mailbox_id, denied_at) where denial_open = 1',
    ],
    postgres: [
      'alter table messages add column answers_id text collate "C"',
      'alter table messages add column marks_read boolean not null default false',
      'alter table messages add column revises text collate "C"',
      'alter table messages add column denied_at bigint',
      'alter table messages add column denial_open boolean not null default false',
      'create index messages_denied on messages (mailbox_id, denied_at) where denied_at is not null',
      'create index messages_open_denials on messages (mailbox_id, denied_at) where denial_open',
    ],
  },
};
