import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_FILE } from '../../../system/secrets.ts';
import { syncFolderSync } from '../../../system/sync-folder.ts';
import { DATABASE_FILE, DATABASE_NAMES, putAside } from '../files.ts';
import { unpackBackup } from './unpack.ts';

/** A backup without problems, and the locked home that is to have its content. */
export interface InstallTask {
  readonly file: string;
  readonly home: string;
  /** Kind of the jobs that send mail. */
  readonly sendJob: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The content of a home that was restored. */
export interface InstalledBackup {
  /** Folder with the former content of the home; null when it had none. */
  readonly keptIn: string | null;
  readonly accounts: number;
  readonly messages: number;
  /** Sends that were disarmed. */
  readonly disarmed: number;
}

/** Replaces the database, the blobs and the secret of a home by those of a backup. */
export function installBackup({ file, home, sendJob, now }: InstallTask): InstalledBackup {
  const fresh = join(home, `${DATABASE_FILE}.restoring`);
  const { secret, ...content } = unpackBackup({ file, fresh, sendJob, now });
  const names = [SECRET_FILE, ...DATABASE_NAMES];
  const keptIn = putAside(home, { names, folder: 'before-restore', now });
  // Never follow a link with this name.
  writeFileSync(join(home, SECRET_FILE), secret, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(fresh, join(home, DATABASE_FILE));
  syncFolderSync(home);
  return { ...content, keptIn };
}
