import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from './make-folders.ts';
import { syncFolderSync } from './sync-folder.ts';

/** Folder of the backups of a home. */
export const BACKUP_FOLDER = 'backups';

/** Makes the home folder, readable by its owner only. */
export function prepareHome(home: string): void {
  const made = makeFolders(home, 0o700);
  if (made !== undefined) syncFolderSync(dirname(made));
  chmodSync(home, 0o700);
}
