import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupTime } from '../../../shared/backup-name.ts';

/**
 * Removes all but the newest backups of a folder, and returns the names of those that are gone. Only files
 * that are called as `agentmail backup` calls them count.
 */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const backups = (await readdir(folder)).flatMap((name) => {
    const at = backupTime(name);
    return at === null ? [] : [{ name, at }];
  });
  const older = backups.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(count);
  for (const { name } of older) await rm(join(folder, name));
  return older.map(({ name }) => name).toSorted();
}
