import { existsSync } from 'node:fs';
import type { RestoreReport } from '../../shared/restore-report.ts';
import { DISPATCH_RETRY } from '../outbound/retry-schedule.ts';
import { backupProblems, hasDatabase, installBackup, lockHome } from '../store/engine.ts';
import { shownStoreUrl, storeUrlOf } from '../store/location.ts';
import { prepareHome } from '../system/home.ts';

/** The backup can't be restored; the message says why. */
export class RestoreError extends Error {}

/** The named backup doesn't exist. */
export class NoBackupError extends RestoreError {}

/** A home that no daemon uses, and the backup to restore. */
export interface RestoreOptions {
  readonly home: string;
  /** URL of its database, if a flag or a variable names one. */
  readonly given?: string | undefined;
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
export function restoreHome({ home, given, file, name = file, force, now }: RestoreOptions): RestoreReport {
  if (!existsSync(file)) throw new NoBackupError(`no such file: ${name}`);
  const problems = backupProblems(file);
  if (problems.length > 0)
    throw new RestoreError(`can't restore ${name}: ${problems.slice(0, 3).join('; ')}`);
  const url = storeUrlOf({ home, given });
  if (url !== null) {
    throw new RestoreError(
      `${home} uses ${shownStoreUrl(url)}; restore into another home, and move that with agentmaild migrate-store`,
    );
  }
  prepareHome(home);
  const unlock = lockHome(home);
  try {
    if (hasDatabase(home) && !force) {
      throw new RestoreError(`${home} already has a database; --force moves it aside and restores`);
    }
    const installed = installBackup({ file, home, sendJob: DISPATCH_RETRY, now });
    const { keptIn: kept_in, accounts, messages, disarmed } = installed;
    return { home, kept_in, accounts, messages, disarmed };
  } finally {
    unlock();
  }
}
