import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupName } from '../../shared/backup-name.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { packBackup } from '../store/engine.ts';
import { BLOB_FOLDER } from '../store/files.ts';
import type { Store } from '../store/store.ts';
import { BACKUP_FOLDER } from '../system/home.ts';
import { syncFolder } from '../system/sync-folder.ts';
import { noteLastBackup } from './file.ts';

/** Stores that are being copied; a second copy in parallel would only be slower. */
const underWay = new WeakSet<Store>();

export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly createdAt: number;
}

/**
 * Copies the database while it's in use, adds the blobs and the secret, and checks the result. It contains
 * everything that was committed before the copy ended.
 */
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
  // Keep the blob files that the copy refers to.
  const release = store.blobs.keepFiles();
  const createdAt = clock.now();
  const folder = join(config.home, BACKUP_FOLDER);
  const name = backupName(createdAt);
  const file = join(folder, name);
  const unfinished = `${file}.part`;
  try {
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(config.home);
    await store.copyTo(unfinished);
    const bytes = await packBackup({
      file: unfinished,
      home: config.home,
      blobs: join(config.home, BLOB_FOLDER),
    });
    await rename(unfinished, file);
    await noteLastBackup(folder, name);
    await syncFolder(folder);
    return { file, bytes, createdAt };
  } finally {
    release();
    underWay.delete(store);
    await Promise.all(['', '-journal'].map((suffix) => rm(`${unfinished}${suffix}`, { force: true })));
  }
}
