import type { Migration } from './migration.ts';

const INDEX =
  'create index messages_pending_decision on messages (account_id) where pending_decision is not null';

/** A decision that takes effect later, until it does or is taken back. */
export const pendingDecisions: Migration = {
  version: 54,
  name: 'pending decisions',
  statements: {
    sqlite: ['alter table messages add column pending_decision text', INDEX],
    postgres: ['alter table messages add column pending_decision json', INDEX],
  },
};
