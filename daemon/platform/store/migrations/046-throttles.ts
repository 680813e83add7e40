import type { Migration } from './migration.ts';

/**
 * Attempts of all kinds are counted in one table, which all nodes share. Counts of failed log-ins start from
 * zero.
 */
export const throttles: Migration = {
  version: 46,
  name: 'throttles',
  statements: {
    sqlite: [
      'drop table failed_logins',
      `create table throttles (
        subject blob not null,
        scope text not null,
        attempts integer not null,
        ends_at integer not null,
        primary key (subject, scope)
      ) without rowid`,
      'create index throttles_by_end on throttles (ends_at)',
    ],
    // Not in the log of the server: a count is worth no flush to the disk.
    postgres: [
      'drop table failed_logins',
      `create unlogged table throttles (
        subject bytea not null,
        scope text collate "C" not null,
        attempts bigint not null,
        ends_at bigint not null,
        primary key (subject, scope)
      ) with (fillfactor = 50)`,
      'create index throttles_by_end on throttles (ends_at)',
    ],
  },
};
