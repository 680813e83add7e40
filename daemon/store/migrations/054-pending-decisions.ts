import type { Migration } from './migration.ts';

/** A decision that takes effect later, until it does or is taken back. */
export const pendingDecisions: Migration = {
  version: 54,
  name: 'pending decisions',
  statements: [
    'alter table messages add column pending_decision json',
    'create index messages_pending_decision on messages (account_id) where pending_decision is not null',
  ],
};
