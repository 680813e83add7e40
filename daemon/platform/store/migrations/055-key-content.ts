import type { Migration } from './migration.ts';

/** Digests of the request that bound an idempotency key. Keys of earlier programs have none. */
export const keyContent: Migration = {
  version: 55,
  name: 'content of idempotency keys',
  worksWith: 46,
  statements: {
    sqlite: ['alter table idempotency_keys add column content text'],
    postgres: ['alter table idempotency_keys add column content json'],
  },
};
