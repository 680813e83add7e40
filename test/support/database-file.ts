import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DATABASE_FILE } from '../../daemon/platform/store/sqlite/files.ts';

/**
 * The SQLite file of a home, opened by hand: to read what no endpoint shows, to damage it, or to make one.
 */
export type DatabaseFile = Database.Database;

/** The connection of a store that writes. */
export function writerOf(connection: unknown): DatabaseFile {
  if (connection instanceof Database) return connection;
  throw new Error('the engine of the store is not SQLite');
}

/** Opens or creates a file; the caller closes it. */
export function openFile(file: string, options?: Database.Options): DatabaseFile {
  return new Database(file, options);
}

/** Opens the database of a home; the caller closes it. */
export function openHomeFile(home: string, access: 'read' | 'write' = 'read'): DatabaseFile {
  return openFile(databaseFileOf(home), { readonly: access === 'read', fileMustExist: access === 'read' });
}

export function databaseFileOf(home: string): string {
  return join(home, DATABASE_FILE);
}

/** An error as the engine throws it. */
export function engineError(message: string, code: string): Error {
  return new Database.SqliteError(message, code);
}
