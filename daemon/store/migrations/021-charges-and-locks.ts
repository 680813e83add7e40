import type { Migration } from './migration.ts';

/**
 * When a message was sent, which of a draft is not when it was written, and whether to the simulator: a deleted one
 * does not say whom it went to. Of drafts sent before only the day is known, of what was deleted before nothing.
 * And whether an account is still to confirm its sign-up, which its status does not say while it is suspended.
 */
export const chargesAndLocks: Migration = {
  version: 21,
  name: 'charges and locks',
  statements: [
    `alter table messages add column charged_at integer`,
    `alter table messages add column simulated integer`,
    `update messages set charged_at = max(created_at, unixepoch(charged_on) * 1000) where charged_on is not null`,
    `update messages set simulated = 0 where charged_at is not null and state <> 'deleted'`,
    `update messages set simulated = 1 where simulated = 0 and recipient like '%@simulator.%'
      and lower(substr(recipient, instr(recipient, '@') + length('@simulator.')))
        in (select lower(substr(address, instr(address, '@') + 1)) from mailboxes where domain_id is null)`,
    `create index messages_by_charge on messages (account_id, charged_at) where charged_at is not null`,

    `alter table accounts add column signup_pending integer not null default 0`,
    `update accounts set signup_pending = 1
      where status = 'pending_verification' or (status = 'suspended' and email_verified_at is null)`,
  ],
};
