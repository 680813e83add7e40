import type { Migration } from './migration.ts';

/** Who handed over a message whose sender is not authenticated yet. */
export const peers: Migration = {
  version: 9,
  name: 'peers',
  statements: ['alter table messages add column peer text'],
};
