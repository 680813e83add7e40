import type { Migration } from './migration.ts';

/**
 * The nodes of a database, and what each has a lease of. SQLite has neither: one process uses a home.
 *
 * Transactions lock the row of their node's run, so deleting it waits for those under way, and ends all later
 * ones. Leases of the run are deleted with it.
 */
export const nodes: Migration = {
  version: 43,
  name: 'nodes and leases',
  statements: {
    sqlite: [],
    postgres: [
      'drop table if exists daemon_lease',
      `create table nodes (
        name text collate "C" primary key,
        run uuid not null unique,
        home_id text collate "C" not null,
        place text collate "C" not null,
        version text collate "C" not null,
        http text collate "C",
        smtp text collate "C",
        started_at timestamptz not null default now(),
        seen_at timestamptz not null default now(),
        term interval not null,
        draining boolean not null default false,
        alone boolean not null default false
      ) with (fillfactor = 20)`,
      `create table leases (
        name text collate "C" primary key,
        run uuid not null references nodes (run) on delete cascade
      )`,
      'create index leases_by_run on leases (run)',
    ],
  },
};
