import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupName } from '../../../shared/backup-name.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Store } from '../../platform/store/store.ts';
import { BACKUP_FOLDER } from '../../platform/system/home.ts';
import { syncFolder } from '../../platform/system/sync-folder.ts';
import { noteLastBackup } from './file.ts';

/** Stores that are being copied; a second copy in parallel would only be slower. */
const underWay = new WeakSet<Store>();

export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly createdAt: number;
}

/** Writes a backup into the home. */
export async function writeBackup(context: Context): Promise<Backup> {
  const { store, config, clock } = context;
  if (underWay.has(store)) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'backup_running' },
      { message: 'A backup is already in progress.' },
    );
  }
  underWay.add(store);
  const createdAt = clock.now();
  const folder = join(config.home, BACKUP_FOLDER);
  const name = backupName(createdAt);
  const file = join(folder, name);
  const unfinished = `${file}.part`;
  try {
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(config.home);
    const bytes = await store.writeBackup(unfinished);
    await rename(unfinished, file);
    await noteLastBackup(folder, name);
    await syncFolder(folder);
    return { file, bytes, createdAt };
  } finally {
    underWay.delete(store);
    await rm(unfinished, { force: true });
  }
}
