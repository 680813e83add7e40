import type { Migration } from './migration.ts';

/** The worker that has a row in progress; null in all other rows. */
export const workers: Migration = {
  version: 36,
  name: 'worker of rows in progress',
  statements: [
    'alter table messages add column worker text',
    "update messages set worker = 'local' where state in ('received', 'scanning', 'dispatching')",
    'alter table attachments add column worker text',
    "update attachments set worker = 'local' where preview_status = 'pending'",
    'alter table staged_attachments add column worker text',
    "update staged_attachments set worker = 'local' where content_scan_status = 'pending'",
  ],
};
