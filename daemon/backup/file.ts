import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupTime } from '../../shared/backup-name.ts';
import { BACKUP_FOLDER } from '../system/home.ts';

/**
 * A backup is one SQLite file: a copy of the database in which every blob lies in its row, with the secret that its
 * sealed columns need. Who has it has everything, as with the home folder itself.
 */

/** Holds what a home has beside its database, by file name. */
export const PARTS_TABLE = 'backup_parts';

/** Name of the newest backup, which may have been moved elsewhere since. */
const LAST_FILE = 'last';

/** When the newest backup of a home was made, ISO 8601; null when there is none. */
export async function lastBackupAt(home: string): Promise<string | null> {
  const folder = join(home, BACKUP_FOLDER);
  const names = await readdir(folder).catch(() => []);
  const last = await readFile(join(folder, LAST_FILE), 'utf8').catch(() => '');
  return (
    [...names, last]
      .flatMap((name) => backupTime(name) ?? [])
      .sort()
      .at(-1) ?? null
  );
}

export async function noteLastBackup(folder: string, name: string): Promise<void> {
  await writeFile(join(folder, LAST_FILE), name, { mode: 0o600 });
}
