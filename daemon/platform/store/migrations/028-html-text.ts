import type { Migration } from './migration.ts';

/** Text made from the HTML of a message. Older rows have none: the text of their HTML is not shown. */
export const htmlText: Migration = {
  version: 28,
  name: 'text of the HTML',
  statements: [
    'alter table message_bodies add column html_text text',
    'alter table message_bodies add column html_pii_spans text',
  ],
};
