import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_FOLDER } from '../system/home.ts';

/**
 * A backup is one SQLite file: a copy of the database in which every blob lies in its row, with the secret that its
 * sealed columns need. Who has it has everything, as with the home folder itself.
 */

/** Holds what a home has beside its database, by file name. */
export const PARTS_TABLE = 'backup_parts';

const NAME = /^agentmail-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup$/;

export function backupName(at: number): string {
  return `agentmail-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}.backup`;
}

/** When the newest backup of a home was made, ISO 8601; null when there is none. */
export async function lastBackupAt(home: string): Promise<string | null> {
  const names = await readdir(join(home, BACKUP_FOLDER)).catch(() => []);
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  return newest?.replace(NAME, '$1T$2:$3:$4.$5Z') ?? null;
}
