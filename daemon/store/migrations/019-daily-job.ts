import type { Migration } from './migration.ts';

/** The work of each day is one job; its parts were jobs of their own before. */
export const dailyJob: Migration = {
  version: 19,
  name: 'daily job',
  statements: [
    `delete from jobs where kind in ('outbox.purge', 'attempts.purge', 'events.purge', 'search.merge')`,
  ],
};
