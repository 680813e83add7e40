import type { Migration } from './migration.ts';

/** The run of a node that has claimed a job. */
export const jobClaims: Migration = {
  version: 45,
  name: 'claims of jobs',
  statements: {
    sqlite: ['alter table jobs add column run text'],
    postgres: ['alter table jobs add column run text collate "C"'],
  },
};
