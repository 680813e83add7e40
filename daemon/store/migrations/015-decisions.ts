import type { Migration } from './migration.ts';

/** Whose decision a dispatch that is under way carries out, for the case that it is cut off. */
export const decisions: Migration = {
  version: 15,
  name: 'decisions',
  statements: ['alter table messages add column deciding text'],
};
