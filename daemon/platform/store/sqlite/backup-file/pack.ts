import { Worker } from 'node:worker_threads';
import type { PackTask } from './pack.worker.ts';

/** Writes a backup and checks it, on a thread; returns its bytes. */
export function packBackup(task: PackTask): Promise<number> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./pack.worker.${extension}`, import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the backup thread exited')));
  });
}
