import type { Migration } from './migration.ts';

/** The time at which a code was taken from a message, so that no other caller gets it. */
export const takenCodes: Migration = {
  version: 53,
  name: 'taken codes',
  worksWith: 46,
  statements: {
    sqlite: ['alter table messages add column code_taken_at integer'],
    postgres: ['alter table messages add column code_taken_at bigint'],
  },
};
