import type { Migration } from './migration.ts';

/** Data that callers keep with messages and mailboxes, and the events that webhooks choose by it. */
export const labels: Migration = {
  version: 63,
  name: 'labels and metadata',
  statements: {
    sqlite: [
      'alter table messages add column labels text',
      'alter table messages add column metadata text',
      'alter table mailboxes add column metadata text',
      'alter table webhooks add column labels text',
      'alter table webhooks add column tags text',
      'create index messages_labelled on messages (mailbox_id, created_at) where labels is not null',
      `create index messages_tagged on messages (mailbox_id, subaddress_instance_id, created_at)
        where subaddress_instance_id is not null`,
    ],
    postgres: [
      'alter table messages add column labels json',
      'alter table messages add column metadata json',
      'alter table mailboxes add column metadata json',
      'alter table webhooks add column labels json',
      'alter table webhooks add column tags json',
      'create index messages_labelled on messages (mailbox_id, created_at) where labels is not null',
      `create index messages_tagged on messages (mailbox_id, subaddress_instance_id, created_at)
        where subaddress_instance_id is not null`,
    ],
  },
};
