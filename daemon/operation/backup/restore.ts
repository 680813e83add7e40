import { existsSync } from 'node:fs';
import type { RestoreReport } from '../../../shared/restore-report.ts';
import { DISPATCH_RETRY } from '../../mail/outbound/retry-schedule.ts';
import type { BucketLocation } from '../../platform/store/bucket/location.ts';
import {
  backupProblems,
  hasDatabase,
  type InstalledBackup,
  installBackup,
  installOnServer,
  lockHome,
} from '../../platform/store/engine.ts';
import { storeUrlOf } from '../../platform/store/location.ts';
import { prepareHome } from '../../platform/system/home.ts';

/** The backup can't be restored; the message says why. */
export class RestoreError extends Error {}

/** The named backup doesn't exist. */
export class NoBackupError extends RestoreError {}

/** Where a home has its database, if that is on a server. */
interface ServerPlace {
  /** URL of the database, if a flag or a variable names one. */
  readonly given?: string | undefined;
  /** Name of the home's node; null for that of the home. */
  readonly node?: string | null;
  readonly bucket?: BucketLocation | null;
}

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

/** Restores a backup into the database that a start of the home would use. */
export async function restore(options: RestoreOptions & ServerPlace): Promise<RestoreReport> {
  const { home, given } = options;
  const url = storeUrlOf({ home, given });
  return url === null ? restoreHome(options) : restoreToServer(options, url);
}

/**
 * Makes a home of a backup. The backup is checked first, and the former content of the home is kept beside
 * it.
 */
export function restoreHome({ home, file, name = file, force, now }: RestoreOptions): RestoreReport {
  assertSound(file, name);
  prepareHome(home);
  const unlock = lockHome(home);
  try {
    if (hasDatabase(home) && !force) {
      throw new RestoreError(`${home} already has a database; --force moves it aside and restores`);
    }
    return reportOf(home, installBackup({ file, home, sendJob: DISPATCH_RETRY, now }));
  } finally {
    unlock();
  }
}

/**
 * Fills a database, which has to be empty: rows of a server can't be moved aside, and nothing deletes them.
 */
async function restoreToServer(
  { home, file, name = file, node, bucket, now }: RestoreOptions & ServerPlace,
  url: string,
): Promise<RestoreReport> {
  assertSound(file, name);
  prepareHome(home);
  const unlock = lockHome(home);
  try {
    const task = { file, home, sendJob: DISPATCH_RETRY, url, node, bucket, now };
    return reportOf(home, await installOnServer(task));
  } finally {
    unlock();
  }
}

function assertSound(file: string, name: string): void {
  if (!existsSync(file)) throw new NoBackupError(`no such file: ${name}`);
  const problems = backupProblems(file);
  if (problems.length > 0)
    throw new RestoreError(`can't restore ${name}: ${problems.slice(0, 3).join('; ')}`);
}

function reportOf(home: string, installed: InstalledBackup): RestoreReport {
  const { keptIn: kept_in, accounts, messages, disarmed } = installed;
  return { home, kept_in, accounts, messages, disarmed };
}
