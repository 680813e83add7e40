import { statfs } from 'node:fs/promises';
import { MB } from '../../../shared/contract/limits.ts';
import { defaultReserve } from '../../../shared/disk-reserve.ts';
import { grouped } from '../../output/views/numbers.ts';
import type { DoctorResult } from './check.ts';

/** Below this multiple of the reserve, it's time to free space. */
const LITTLE = 2;

/** Free space at the home; a missing home has none to report. */
export async function checkRoom(path: string): Promise<DoctorResult> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return judgeRoom({ free: bavail * bsize, total: blocks * bsize });
  } catch {
    return { severity: 'skipped', message: 'needs a home folder' };
  }
}

/** Both in bytes. */
export function judgeRoom({ free, total }: { readonly free: number; readonly total: number }): DoctorResult {
  const message = `${grouped(Math.floor(free / MB))} MB free`;
  const reserve = defaultReserve(total);
  if (free >= LITTLE * reserve) return { severity: 'ok', message };
  return {
    severity: free < reserve ? 'error' : 'warning',
    message,
    remedy: `free disk space for the home folder; below ${grouped(Math.ceil(reserve / MB))} MB (storage.reserve), mail and sends are refused`,
    exit: 'transient',
  };
}
