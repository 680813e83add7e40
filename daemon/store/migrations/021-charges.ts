import type { Migration } from './migration.ts';

/** When a message was sent, which of a draft is not when it was written. Of earlier drafts only the day is known. */
export const charges: Migration = {
  version: 21,
  name: 'time of the charge',
  statements: [
    `alter table messages add column charged_at integer`,
    `update messages set charged_at = max(created_at, unixepoch(charged_on) * 1000) where charged_on is not null`,
    `create index messages_by_charge on messages (account_id, charged_at) where charged_at is not null`,
  ],
};
