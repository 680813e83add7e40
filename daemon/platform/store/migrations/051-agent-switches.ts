import type { Migration } from './migration.ts';

const INDEX = `create index list_entries_by_agents on list_entries (account_id, created_at)
  where added_by_actor_type = 'agent'`;

/**
 * Switches for releases and list entries by agents. Programs of earlier schemas wouldn't enforce the
 * switches, so their nodes end.
 */
export const agentSwitches: Migration = {
  version: 51,
  name: 'switches for agents',
  statements: {
    sqlite: [
      `alter table mailboxes add column agent_release text not null default 'contract'`,
      `alter table mailboxes add column agent_entries text not null default 'contract'`,
      INDEX,
    ],
    postgres: [
      `alter table mailboxes add column agent_release text collate "C" not null default 'contract'`,
      `alter table mailboxes add column agent_entries text collate "C" not null default 'contract'`,
      INDEX,
    ],
  },
};
