import { ScanUsageError } from '../../content/scan-file/invocation.ts';
import { RestoreError } from '../../operation/backup/restore.ts';
import { SettingsError } from '../../operation/operator/stopped-settings.ts';
import { ConfigError } from '../../platform/settings/config.ts';
import { ListenError } from '../../platform/settings/listen-error.ts';
import { databaseName } from '../../platform/store/engine.ts';
import { StoreError } from '../../platform/store/errors.ts';
import { troubleOf } from '../../platform/store/trouble.ts';
import { BACKUP_FOLDER } from '../../platform/system/home.ts';
import { SecretFileError } from '../../platform/system/secrets.ts';
import { TlsFileError } from '../../platform/system/tls-files.ts';

/** Error codes of homes that belong to another user, aren't folders, or can't be written. */
const UNUSABLE: ReadonlySet<string> = new Set([
  ...['EACCES', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS'],
]);

/** SQLSTATE of errors of a PostgreSQL server, where the home has no file. */
const ON_SERVER = /^(?:53|XX)[0-9]{3}$/;

/** Errors whose message is meant for the operator. */
const TOLD = [
  ConfigError,
  ListenError,
  RestoreError,
  ScanUsageError,
  SecretFileError,
  SettingsError,
  StoreError,
  TlsFileError,
];

/**
 * Returns one line for a problem that the operator can fix, else the stack. `home` is the folder in use, if
 * any.
 */
export function explain(error: unknown, home: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  if (TOLD.some((kind) => error instanceof kind)) return error.message;
  const { path, code } = error as NodeJS.ErrnoException;
  const trouble = troubleOf(error);
  if (trouble !== null && ON_SERVER.test(code ?? '')) return error.message;
  if (trouble === 'full') return `the disk of ${path ?? home} is full (${code})`;
  if (trouble === 'unreachable') return error.message;
  if (trouble !== null && home !== undefined) return databaseTrouble(trouble, code, home);
  if (path !== undefined && UNUSABLE.has(code ?? '')) return `can't use ${path} (${code})`;
  return error.stack ?? error.message;
}

function databaseTrouble(trouble: 'damaged' | 'unusable', code: string | undefined, home: string): string {
  const file = databaseName(home);
  if (trouble === 'unusable') return `can't use ${file} (${code})`;
  return (
    `${file} is damaged (${code}); agentmail restore FILE --force moves it aside and restores a backup; ` +
    `${home}/${BACKUP_FOLDER} may have backups`
  );
}
