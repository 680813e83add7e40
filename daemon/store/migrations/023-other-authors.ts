import type { Migration } from './migration.ts';

/** The sender policy asks about every address of From, not only about the one that is shown. */
export const otherAuthors: Migration = {
  version: 23,
  name: 'further authors of a message',
  statements: [`alter table messages add column other_authors text`],
};
