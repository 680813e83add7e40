import type { Migration } from './migration.ts';

/** Under which policy an upload was scanned. Those of earlier versions are scanned again when they are sent. */
export const stagedScanScope: Migration = {
  version: 18,
  name: 'scope of the scans of uploads',
  statements: ['alter table staged_attachments add column scan_scope text'],
};
