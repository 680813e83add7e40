import type { Migration } from './migration.ts';

/**
 * Blobs tell whether their content is packed. Columns of texts need no change: packed ones are bytes. What
 * earlier versions stored stays as it is.
 */
export const packedContent: Migration = {
  version: 42,
  name: 'packed blobs and texts',
  statements: ['alter table blobs add column packed integer not null default 0'],
};
