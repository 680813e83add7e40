import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupTime } from '../../../shared/backup-name.ts';
import { BACKUP_FOLDER } from '../../platform/system/home.ts';

/** Name of the newest backup, which may have been moved elsewhere since. */
const LAST_FILE = 'last';

/** Time of the newest backup, ISO 8601; null without one. */
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
