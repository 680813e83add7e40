import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a store, below its home. */
export const DATABASE_FILE = 'agentmail.db';
/** Folder of the blobs that are too large for a row. */
export const BLOB_FOLDER = 'blobs';

/** Everything that belongs to the database of a home. */
export const DATABASE_NAMES = [BLOB_FOLDER, DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`];

/** How messages name the database of a home. */
export function databaseName(home: string): string {
  return join(home, DATABASE_FILE);
}

export function hasDatabase(home: string): boolean {
  return existsSync(join(home, DATABASE_FILE));
}

interface PutAside {
  readonly names: readonly string[];
  /** Beginning of the folder's name. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Moves files of a home into a new folder of it, and returns the folder; null if there are none. */
export function putAside(home: string, { names, folder: prefix, now }: PutAside): string | null {
  const old = names.filter((name) => existsSync(join(home, name)));
  if (old.length === 0) return null;
  const folder = join(home, `${prefix}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(folder, { mode: 0o700 });
  for (const name of old) renameSync(join(home, name), join(folder, name));
  return folder;
}
