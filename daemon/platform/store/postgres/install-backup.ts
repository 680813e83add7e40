import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_FILE } from '../../system/secrets.ts';
import { syncFolderSync } from '../../system/sync-folder.ts';
import type { InstalledBackup, InstallTask } from '../sqlite/backup-file/install.ts';
import { unpackBackup } from '../sqlite/backup-file/unpack.ts';
import { openFileSource } from '../sqlite/copy-end.ts';
import { BLOB_FOLDER, DATABASE_FILE, putAside } from '../sqlite/files.ts';
import { copyInto, type ServerCopy } from './copy-into.ts';

/** A backup without problems, a locked home, and the database that is to have the content. */
export type ServerInstall = InstallTask & Omit<ServerCopy, 'finishing' | 'progress'>;

/**
 * Fills an empty database of a server with a backup, and gives the home its secret. A database in the home
 * stays as it is.
 */
export async function installOnServer(task: ServerInstall): Promise<InstalledBackup> {
  const { file, home, sendJob, now } = task;
  const fresh = join(home, `${DATABASE_FILE}.restoring`);
  try {
    const { secret, ...content } = unpackBackup({ file, fresh, sendJob, now });
    const source = openFileSource(fresh, join(home, BLOB_FOLDER));
    let keptIn: string | null = null;
    const finishing = () => {
      keptIn = installSecret(task, secret);
    };
    try {
      await copyInto(source, { ...task, finishing });
    } finally {
      source.close();
    }
    return { ...content, keptIn };
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Returns the folder with the former secret of the home, if it had another one. */
function installSecret({ home, now }: InstallTask, secret: string): string | null {
  const file = join(home, SECRET_FILE);
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === secret.trim()) return null;
  const keptIn = putAside(home, { names: [SECRET_FILE], folder: 'before-restore', now });
  // Never follow a link with this name.
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx', flush: true });
  syncFolderSync(home);
  return keptIn;
}
