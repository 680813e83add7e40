import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a store, below its home. */
export const DATABASE_FILE = 'agentmail.db';
/** Folder of the blobs that are too large for a row. */
export const BLOB_FOLDER = 'blobs';

/** How messages name the database of a home. */
export function databaseName(home: string): string {
  return join(home, DATABASE_FILE);
}

export function hasDatabase(home: string): boolean {
  return existsSync(join(home, DATABASE_FILE));
}
