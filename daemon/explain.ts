import Database from 'better-sqlite3';
import { RestoreError } from './backup/restore.ts';
import { ConfigError } from './config.ts';
import { ScanUsageError } from './scan-file/invocation.ts';
import { ListenError } from './settings/listen-error.ts';
import { UnsetError } from './settings/unset.ts';
import { LostDatabaseError } from './store/lost-database.ts';
import { NewerDatabaseError, OlderDatabaseError } from './store/migrations/index.ts';
import { DATABASE_FILE } from './store/store.ts';
import { BACKUP_FOLDER, HomeInUseError, LockFileError } from './system/home.ts';
import { SecretFileError } from './system/secrets.ts';
import { TlsFileError } from './system/tls-files.ts';

/** Error codes of homes that belong to another user, aren't folders, or can't be written. */
const UNUSABLE: ReadonlySet<string> = new Set([
  ...['EACCES', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS'],
]);
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Errors whose message is meant for the operator. */
const TOLD = [
  ConfigError,
  HomeInUseError,
  ListenError,
  LockFileError,
  LostDatabaseError,
  NewerDatabaseError,
  OlderDatabaseError,
  RestoreError,
  ScanUsageError,
  SecretFileError,
  TlsFileError,
  UnsetError,
];

/**
 * Returns one line for a problem that the operator can fix, else the stack. `home` is the folder in use, if
 * any.
 */
export function explain(error: unknown, home: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  if (TOLD.some((kind) => error instanceof kind)) return error.message;
  const { path, code } = error as NodeJS.ErrnoException;
  if (NO_ROOM.has(code ?? '')) return `the disk of ${path ?? home} is full (${code})`;
  if (error instanceof Database.SqliteError && home !== undefined) return databaseTrouble(error, home);
  if (path !== undefined && UNUSABLE.has(code ?? '')) return `can't use ${path} (${code})`;
  return error.stack ?? error.message;
}

/** Explains SQLite errors of a file; others are bugs of ours. */
export function databaseTrouble(error: Error & { readonly code: string }, home: string): string {
  const { code } = error;
  const file = `${home}/${DATABASE_FILE}`;
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) {
    return (
      `${file} is damaged (${code}); agentmail restore FILE --force moves it aside and restores a backup; ` +
      `${home}/${BACKUP_FOLDER} may have backups`
    );
  }
  if (/^SQLITE_(?:CANTOPEN|IOERR|PERM|READONLY|AUTH)/.test(code)) return `can't use ${file} (${code})`;
  return error.stack ?? error.message;
}
