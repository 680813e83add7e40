import type { Migration } from './migration.ts';

/** Messages to several recipients. Earlier programs would send them to the first one only, so they end. */
export const messageRecipients: Migration = {
  version: 60,
  name: 'several recipients of a message',
  statements: {
    sqlite: [
      'alter table messages add column recipients text',
      'alter table messages add column charged_units integer not null default 1',
      'alter table messages add column bounced_units integer not null default 0',
      'alter table messages add column complained_units integer not null default 0',
      'create index messages_to_several on messages (mailbox_id) where recipients is not null',
    ],
    postgres: [
      'alter table messages add column recipients json',
      'alter table messages add column charged_units bigint not null default 1',
      'alter table messages add column bounced_units bigint not null default 0',
      'alter table messages add column complained_units bigint not null default 0',
      'create index messages_to_several on messages (mailbox_id) where recipients is not null',
    ],
  },
};
