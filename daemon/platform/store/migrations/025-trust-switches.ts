import type { Migration } from './migration.ts';

/** Whose mail opens exemptions for agents, and what agents read of quarantined mail. */
export const trustSwitches: Migration = {
  version: 25,
  name: 'trust switches of mailboxes',
  statements: [
    `alter table mailboxes add column participant_authentication text not null default 'any'`,
    `alter table mailboxes add column agent_quarantine_access text not null default 'full'`,
  ],
};
