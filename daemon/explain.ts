import Database from 'better-sqlite3';
import { RestoreError } from './backup/restore.ts';
import { ConfigError } from './config.ts';
import { ScanUsageError } from './scanning/file/invocation.ts';
import { ListenError } from './settings/listen-error.ts';
import { UnsetError } from './settings/unset.ts';
import { LostDatabaseError } from './store/lost-database.ts';
import { NewerDatabaseError, OlderDatabaseError } from './store/migrations/index.ts';
import { DATABASE_FILE } from './store/store.ts';
import { BACKUP_FOLDER, HomeInUseError, LockFileError } from './system/home.ts';
import { SecretFileError } from './system/secrets.ts';
import { TlsFileError } from './system/tls-files.ts';

/** What the operating system says of a home that is somebody else's, no folder, or where nothing can be written. */
const UNUSABLE: ReadonlySet<string> = new Set([
  ...['EACCES', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS'],
]);
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Errors whose message is for the owner. */
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

/** One line for what the owner can mend; a stack for what only we can. `home` is the folder that was worked on, if any. */
export function explain(error: unknown, home: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  if (TOLD.some((kind) => error instanceof kind)) return error.message;
  const { path, code } = error as NodeJS.ErrnoException;
  if (NO_ROOM.has(code ?? '')) return `the disk of ${path ?? home} is full (${code})`;
  if (error instanceof Database.SqliteError && home !== undefined) return databaseTrouble(error, home);
  if (path !== undefined && UNUSABLE.has(code ?? '')) return `cannot use ${path} (${code})`;
  return error.stack ?? error.message;
}

/** What SQLite says of a file, with what helps; other errors of it are ours. */
export function databaseTrouble(error: Error & { readonly code: string }, home: string): string {
  const { code } = error;
  const file = `${home}/${DATABASE_FILE}`;
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) {
    return (
      `${file} is damaged (${code}); agentmail restore FILE --force puts it aside and makes the home of a backup, ` +
      `of which there may be some in ${home}/${BACKUP_FOLDER}`
    );
  }
  if (/^SQLITE_(?:CANTOPEN|IOERR|PERM|READONLY|AUTH)/.test(code)) return `cannot use ${file} (${code})`;
  return error.stack ?? error.message;
}
