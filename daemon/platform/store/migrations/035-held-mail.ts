import type { Migration } from './migration.ts';

/** Counts of mail that was held, by time; its messages forget the hold with the decision. */
export const heldMail: Migration = {
  version: 35,
  name: 'held mail by time',
  statements: [
    `create index events_of_holds on events (account_id, occurred_at)
       where type in ('message.pending_review', 'message.quarantined')`,
  ],
};
