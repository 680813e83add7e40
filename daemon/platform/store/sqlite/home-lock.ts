import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { HomeInUseError, StoreError } from '../errors.ts';
import { troubleOf } from '../trouble.ts';

const LOCK_FILE = 'daemon.lock';

/**
 * Locks the home for this process, or throws. The operating system holds the lock through an open SQLite
 * file: it ends with the process and never goes stale.
 */
export function lockHome(home: string): () => void {
  const file = join(home, LOCK_FILE);
  const lock = openLock(file);
  try {
    chmodSync(file, 0o600);
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new HomeInUseError(home);
    }
    throw lockTrouble(file, error);
  }
  return () => lock.close();
}

function openLock(file: string): Database.Database {
  try {
    return new Database(file, { timeout: 0 });
  } catch (error) {
    throw lockTrouble(file, error);
  }
}

function lockTrouble(file: string, error: unknown): unknown {
  return error instanceof Database.SqliteError && troubleOf(error) !== 'full'
    ? new StoreError(`can't use ${file} (${error.code})`)
    : error;
}
