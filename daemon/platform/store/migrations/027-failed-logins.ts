import type { Migration } from './migration.ts';

/**
 * Failed log-ins were counted in memory, where a flood of made-up emails displaced those of real accounts.
 */
export const failedLogins: Migration = {
  version: 27,
  name: 'failed log-ins',
  statements: [
    `create table failed_logins (
      subject blob not null,
      scope text not null,
      failures integer not null,
      ends_at integer not null,
      primary key (subject, scope)
    ) without rowid`,
    `create index failed_logins_by_end on failed_logins (ends_at)`,
  ],
};
