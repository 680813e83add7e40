import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RestoreReport } from '../../shared/restore-report.ts';
import { DISPATCH_RETRY } from '../outbound/retry-schedule.ts';
import { backupProblems, lockHome, unpackBackup } from '../store/engine.ts';
import { BLOB_FOLDER, DATABASE_FILE } from '../store/files.ts';
import { prepareHome } from '../system/home.ts';
import { SECRET_FILE } from '../system/secrets.ts';
import { syncFolderSync } from '../system/sync-folder.ts';

/** The backup can't be restored; the message says why. */
export class RestoreError extends Error {}

/** The named backup doesn't exist. */
export class NoBackupError extends RestoreError {}

/** A home that no daemon uses, and the backup to restore. */
export interface RestoreOptions {
  readonly home: string;
  readonly file: string;
  /** How messages name the file, when it was unpacked from another one. */
  readonly name?: string;
  /** Puts the database of a home aside; files without a database are put aside in any case. */
  readonly force: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Makes a home of a backup. The backup is checked first, and the former content of the home is kept beside
 * it.
 */
export function restoreHome({ home, file, name = file, force, now }: RestoreOptions): RestoreReport {
  if (!existsSync(file)) throw new NoBackupError(`no such file: ${name}`);
  const problems = backupProblems(file);
  if (problems.length > 0)
    throw new RestoreError(`can't restore ${name}: ${problems.slice(0, 3).join('; ')}`);
  prepareHome(home);
  const unlock = lockHome(home);
  try {
    if (existsSync(join(home, DATABASE_FILE)) && !force) {
      throw new RestoreError(`${home} already has a database; --force moves it aside and restores`);
    }
    const fresh = join(home, `${DATABASE_FILE}.restoring`);
    const summary = unpackBackup({ file, fresh, sendJob: DISPATCH_RETRY, now });
    const kept = putAside(home, now);
    // Never follow a link with this name.
    writeFileSync(join(home, SECRET_FILE), summary.secret, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(fresh, join(home, DATABASE_FILE));
    syncFolderSync(home);
    const { accounts, messages, disarmed } = summary;
    return { home, kept_in: kept, accounts, messages, disarmed };
  } finally {
    unlock();
  }
}

/** Moves a home's database into a folder of the home and returns it; null without one. */
function putAside(home: string, now: number): string | null {
  const old = readdirSync(home).filter(
    (name) =>
      name === BLOB_FOLDER || name === SECRET_FILE || new RegExp(`^${DATABASE_FILE}(-wal|-shm)?$`).test(name),
  );
  if (old.length === 0) return null;
  const folder = join(home, `before-restore-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(folder, { mode: 0o700 });
  for (const name of old) renameSync(join(home, name), join(folder, name));
  return folder;
}
