import { statfs } from 'node:fs/promises';
import { MB } from '../../shared/contract/limits.ts';
import { grouped } from '../views/numbers.ts';
import type { DoctorResult } from './checks.ts';

/** Below this, mail and sends will soon be refused. */
const SCARCE = 50 * MB;
/** Below this, it's time to free space. */
const LITTLE = 500 * MB;

/** Free space at the home; a missing home has none to report. */
export async function checkRoom(path: string): Promise<DoctorResult> {
  try {
    const { bavail, bsize } = await statfs(path);
    return judgeRoom(bavail * bsize);
  } catch {
    return { severity: 'skipped', message: 'needs a home folder' };
  }
}

/** `free` in bytes. */
export function judgeRoom(free: number): DoctorResult {
  const message = `${grouped(Math.floor(free / MB))} MB free`;
  if (free >= LITTLE) return { severity: 'ok', message };
  return {
    severity: free < SCARCE ? 'error' : 'warning',
    message,
    remedy: 'free disk space for the home folder; without it, mail and sends are refused',
    exit: 'transient',
  };
}
