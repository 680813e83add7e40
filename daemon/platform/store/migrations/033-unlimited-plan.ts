import type { Migration } from './migration.ts';

/** Accounts to which the ceilings of their tier don't apply. */
export const unlimitedPlan: Migration = {
  version: 33,
  name: 'plan without ceilings',
  statements: ['alter table accounts add column unlimited integer not null default 0'],
};
