import type { Migration } from './migration.ts';

/**
 * Requests of nodes to each other, with their answers. They end with the run of either side. Programs that
 * don't know the table answer nothing, and can go on.
 */
export const nodeRequests: Migration = {
  version: 47,
  name: 'requests between nodes',
  worksWith: 46,
  statements: {
    sqlite: [],
    postgres: [
      `create table node_requests (
        id uuid not null,
        run uuid not null references nodes (run) on delete cascade,
        asker uuid not null references nodes (run) on delete cascade,
        request text collate "C" not null,
        answer text collate "C",
        asked_at timestamptz not null default now(),
        primary key (id, run)
      )`,
    ],
  },
};
