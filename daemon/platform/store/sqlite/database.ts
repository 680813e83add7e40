import Database from 'better-sqlite3';
import type { CommitEngine } from './group-commit.ts';
import { defineTextFunctions } from './packed-text.ts';

/** Everything specific to SQLite: opening, pragmas, savepoints, checks. */

/** Page cache in KiB of the writer, which most reads use too, and of the reader. */
const WRITER_CACHE_KIB = 8192;
const READER_CACHE_KIB = 2048;

/** The two connections to one file. */
export interface OpenDatabase {
  readonly writer: Database.Database;
  /** Sees committed data only; a statement is its own snapshot. */
  readonly reader: Database.Database;
}

export function openDatabase(file: string): OpenDatabase {
  const writer = new Database(file);
  writer.pragma('journal_mode = WAL');
  // The bundled SQLite defaults to NORMAL in WAL mode, which loses acknowledged commits when the power fails.
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  // Keep savepoint journals in memory: in files they were three quarters of all writes.
  writer.pragma('temp_store = MEMORY');
  // Overwrite deleted content in the file.
  writer.pragma('secure_delete = ON');
  writer.pragma(`cache_size = -${WRITER_CACHE_KIB}`);
  writer.pragma('wal_autocheckpoint = 2000');
  writer.pragma('journal_size_limit = 67108864');
  const reader = new Database(file, { readonly: true });
  reader.pragma(`cache_size = -${READER_CACHE_KIB}`);
  for (const connection of [writer, reader]) defineTextFunctions(connection);
  return { writer, reader };
}

export function commitEngine(database: Database.Database): CommitEngine {
  const statement = (sql: string) => {
    const prepared = database.prepare(sql);
    return () => {
      prepared.run();
    };
  };
  return {
    begin: statement('begin immediate'),
    commit: statement('commit'),
    rollback: statement('rollback'),
    savepoint: statement('savepoint member'),
    release: statement('release member'),
    rollbackToSavepoint: statement('rollback to member'),
  };
}

/**
 * Problems of a database in use. A separate connection checks it: otherwise the search index's check uses a
 * stale cache after another connection's merge, and reports corruption.
 */
export function integrityProblemsOfFile(file: string): string[] {
  const database = new Database(file, { readonly: true });
  try {
    return integrityProblems(database);
  } finally {
    database.close();
  }
}

/** `synchronous = FULL`. */
const SYNCED = 2;

/** Settings of a connection under which a power failure could undo a commit; empty when there are none. */
export function durabilityProblems(database: Database.Database): string[] {
  const synchronous = database.pragma('synchronous', { simple: true }) as number;
  return synchronous >= SYNCED ? [] : [`commits aren't synced: the setting synchronous is ${synchronous}`];
}

/** Problems that SQLite reports; empty when the database is sound. */
export function integrityProblems(database: Database.Database): string[] {
  const rows = database.pragma('integrity_check(100)') as { integrity_check: string }[];
  const problems = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  const orphans = database.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
  for (const orphan of orphans.slice(0, 100)) {
    problems.push(`${orphan.table} row ${orphan.rowid} refers to a missing row of ${orphan.parent}`);
  }
  return problems;
}

export function engineVersion(database: Database.Database): string {
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string };
  return version;
}

export function databaseBytes(database: Database.Database): number {
  const pages = database.pragma('page_count', { simple: true }) as number;
  const pageSize = database.pragma('page_size', { simple: true }) as number;
  return pages * pageSize;
}
