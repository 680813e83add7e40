import type { Migration } from './migration.ts';

/**
 * Domain of the machine that a job waits for, and failed posts in a row to a target of notices. Earlier
 * programs would fail jobs of kinds that they don't know, so they end.
 */
export const jobHosts: Migration = {
  version: 56,
  name: 'hosts of jobs',
  statements: {
    sqlite: [
      'alter table jobs add column host text',
      'alter table notice_targets add column failures integer not null default 0',
    ],
    postgres: [
      'alter table jobs add column host text collate "C"',
      'alter table notice_targets add column failures bigint not null default 0',
    ],
  },
};
