import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Disks in memory that a test can fill. */

/** Whether this user may mount one. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const place = mkdtempSync(join(tmpdir(), 'agentmail-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
  if (mounted) execFileSync('umount', [place]);
  rmSync(place, { recursive: true });
  return mounted;
}

/** The folder of a disk of so many megabytes, which is gone after the test. */
export function smallDisk(megabytes: number): string {
  const place = mkdtempSync(join(tmpdir(), 'agentmail-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place]);
  onTestFinished(() => {
    // Lazily: a daemon that is ending may have files open.
    execFileSync('umount', ['--lazy', place]);
    rmSync(place, { recursive: true });
  });
  return place;
}

/** Writes to a file until the disk has no byte left; returns its path. */
export function fillDisk(place: string): string {
  const path = join(place, 'filled-by-another-program');
  const file = openSync(path, 'a');
  for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(file);
  return path;
}
