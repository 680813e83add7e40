import { chmodSync, closeSync, openSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { syncFolderSync } from '../../system/sync-folder.ts';
import { inlineContent } from '../blobs/rows.ts';
import type { CopySource, CopyTarget } from '../copy/copy.ts';
import { runOn } from '../dialect.ts';
import { assertCurrentSchema } from '../migrations/current.ts';
import type { Queries } from '../queries.ts';
import type { Tables } from '../schema.ts';
import { CachingConnection, sqliteDialect } from './connection.ts';
import { openDatabase } from './database.ts';
import { SQLITE } from './dialect.ts';
import { BLOB_FOLDER, DATABASE_FILE, DATABASE_NAMES, putAside } from './files.ts';
import { assertDatabaseKept, hasSchema } from './inspect.ts';
import { knownVersion, migrate } from './migrate.ts';
import { defineTextFunctions } from './packed-text.ts';

type Closed<End> = End & { close(): void };

/** The database and the blobs of a home that no daemon uses. Only reads. */
export function openHomeSource(home: string): Closed<CopySource> {
  assertDatabaseKept(home);
  return openFileSource(join(home, DATABASE_FILE), join(home, BLOB_FOLDER));
}

/**
 * A database that nothing else uses, and the folder with its large blobs if they aren't in rows. Only reads.
 */
export function openFileSource(file: string, blobs: string): Closed<CopySource> {
  const database = new Database(file, { readonly: true });
  try {
    defineTextFunctions(database);
    assertCurrentSchema(hasSchema(database) ? knownVersion(database) : 0);
  } catch (error) {
    database.close();
    throw error;
  }
  const read = queriesOn(database);
  return {
    read,
    // Those of a restored home, and of one that was moved back, are in their rows.
    readLarge: async (id) =>
      (await inlineContent(read, id)) ?? (await readFile(join(blobs, id)).catch(() => null)),
    close: () => {
      database.close();
    },
  };
}

/** Makes the database of a home of a finished copy, and puts the former one aside. */
export function installCopy(home: string, { file, now }: { file: string; now: number }): string | null {
  const keptIn = putAside(home, { names: DATABASE_NAMES, folder: 'before-migration', now });
  renameSync(file, join(home, DATABASE_FILE));
  syncFolderSync(home);
  return keptIn;
}

/**
 * A new private file, as a backup or the database of a home. Large blobs are in it too, which a daemon reads
 * like small ones.
 */
export function createFileTarget(file: string, now: number): Closed<CopyTarget> {
  closeSync(openSync(file, 'wx', 0o600));
  return openFile(file, now);
}

function queriesOn(database: Database.Database): Queries {
  const connection = new CachingConnection(database);
  return runOn(new Kysely<Tables>({ dialect: sqliteDialect(() => connection) }), {
    dialect: SQLITE,
    connection: () => connection,
  });
}

function openFile(file: string, now: number): Closed<CopyTarget> {
  const { writer, reader } = openDatabase(file);
  reader.close();
  chmodSync(file, 0o600);
  migrate(writer, now);
  const read = queriesOn(writer);
  return {
    read,
    async write(work) {
      writer.exec('begin immediate');
      try {
        await work(read);
        writer.exec('commit');
      } catch (error) {
        writer.exec('rollback');
        throw error;
      }
    },
    readLarge: async (id) => (await inlineContent(read, id)) ?? null,
    async writeLarge(id, content) {
      await read.updateTable('blobs').set({ content }).where('id', '=', id).execute();
    },
    // SQLite numbers rows after the largest one.
    setCounters: () => Promise.resolve(),
    close: () => {
      writer.close();
    },
  };
}
