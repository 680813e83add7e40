import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolders } from './make-folders.ts';
import { syncFolderSync } from './sync-folder.ts';

const LOCK_FILE = 'daemon.lock';
/** Folder of the backups of a home. */
export const BACKUP_FOLDER = 'backups';

/** Another daemon uses the home. */
export class HomeInUseError extends Error {
  constructor(home: string) {
    super(`another agentmaild is running on ${home}; stop it with "agentmail down", or use another --home`);
    this.name = 'HomeInUseError';
  }
}

/** The lock file can't be used. */
export class LockFileError extends Error {}

/** Makes the home folder, readable by its owner only. */
export function prepareHome(home: string): void {
  const made = makeFolders(home, 0o700);
  if (made !== undefined) syncFolderSync(dirname(made));
  chmodSync(home, 0o700);
}

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
  return error instanceof Database.SqliteError && error.code !== 'SQLITE_FULL'
    ? new LockFileError(`can't use ${file} (${error.code})`)
    : error;
}
