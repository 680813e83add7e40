import type { Migration } from './migration.ts';

/**
 * The latest schema version that a node's program knows, so that a migration ends those that can't work with
 * it. Null for a program that doesn't know the column.
 */
export const nodeSchemas: Migration = {
  version: 49,
  name: 'schema versions of nodes',
  worksWith: 46,
  statements: {
    sqlite: [],
    postgres: ['alter table nodes add column schema bigint'],
  },
};
