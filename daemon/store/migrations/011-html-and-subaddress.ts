import type { Migration } from './migration.ts';

/** What sanitizing took out of the HTML of a message, and where its sub-address shows. */
export const htmlAndSubaddress: Migration = {
  version: 11,
  name: 'html and subaddress',
  statements: [
    `alter table messages add column removed_categories text`,
    `alter table messages add column subaddress_mode text check (subaddress_mode in ('reply_to', 'from', 'none'))`,
  ],
};
