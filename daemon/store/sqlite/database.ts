import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { CommitEngine } from '../group-commit.ts';

/** Everything that is SQLite and no other engine: opening, pragmas, savepoints, checks. */

/** Page caches in KiB: the writer's, which most reads use too, and the reader's. */
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
  // What a savepoint would bring back is kept at hand: files for it were three quarters of all that was written.
  writer.pragma('temp_store = MEMORY');
  // What is deleted is overwritten, so that no page of the file still says it.
  writer.pragma('secure_delete = ON');
  writer.pragma(`cache_size = -${WRITER_CACHE_KIB}`);
  writer.pragma('wal_autocheckpoint = 2000');
  writer.pragma('journal_size_limit = 67108864');
  const reader = new Database(file, { readonly: true });
  reader.pragma(`cache_size = -${READER_CACHE_KIB}`);
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
 * Problems of a file that is in use. Asked over a connection of its own: the search index does not notice in a check
 * that another connection merged it meanwhile, and calls what it remembers corrupt.
 */
export function integrityProblemsOfFile(file: string): string[] {
  const database = new Database(file, { readonly: true });
  try {
    return integrityProblems(database);
  } finally {
    database.close();
  }
}

/** Problems of the database as SQLite reports them; empty when it is sound. */
export function integrityProblems(database: Database.Database): string[] {
  const rows = database.pragma('integrity_check(100)') as { integrity_check: string }[];
  const problems = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  const orphans = database.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
  for (const orphan of orphans.slice(0, 100)) {
    problems.push(`${orphan.table} row ${orphan.rowid} refers to a missing row of ${orphan.parent}`);
  }
  return problems;
}

/** Pages that are copied at once; requests are served in between. */
const COPIED_PAGES = 500;

/** Copies a database that is in use. Transactions that end meanwhile are in the copy, whole. */
export async function copyDatabase(database: Database.Database, file: string): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600));
  await database.backup(file, { progress: () => COPIED_PAGES });
}

export function databaseBytes(database: Database.Database): number {
  const pages = database.pragma('page_count', { simple: true }) as number;
  const pageSize = database.pragma('page_size', { simple: true }) as number;
  return pages * pageSize;
}
