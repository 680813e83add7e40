import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { syncFolderSync } from '../../system/sync-folder.ts';
import { DATABASE_FILE } from './files.ts';
import { migrate } from './migrate.ts';
import { defineTextFunctions } from './packed-text.ts';

/**
 * A new database begins as a copy of one that is migrated already: the migrations take 60 ms, the copy 3.
 */

/** File of the compressed copy, which the build puts beside the daemon. */
export const MIGRATED_FILE = 'migrated.db.gz';

let migrated: Buffer | undefined;

/**
 * Creates the database of a home that has none: whole, or not at all. `now` is in milliseconds since 1970.
 */
export function createDatabase(home: string, now: number): void {
  const file = join(home, DATABASE_FILE);
  if (existsSync(file)) return;
  migrated ??= readMigrated() ?? makeMigrated();
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, datedCopy(migrated, now), { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  syncFolderSync(home);
}

/** Returns the bytes of a migrated database without content. */
export function makeMigrated(): Buffer {
  const database = new Database(':memory:');
  try {
    defineTextFunctions(database);
    migrate(database, 0);
    database.exec('vacuum');
    return database.serialize();
  } finally {
    database.close();
  }
}

/** Null in a checkout, where migrations may change between two starts. */
function readMigrated(): Buffer | null {
  if (import.meta.url.endsWith('.ts')) return null;
  return gunzipSync(readFileSync(new URL(MIGRATED_FILE, import.meta.url)));
}

function datedCopy(bytes: Buffer, now: number): Buffer {
  const database = new Database(bytes);
  try {
    database.prepare('update schema_migrations set applied_at = ?').run(now);
    return database.serialize();
  } finally {
    database.close();
  }
}
