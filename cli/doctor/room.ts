import { statfs } from 'node:fs/promises';
import { MB } from '../../shared/contract/limits.ts';
import { grouped } from '../grouped.ts';
import type { Finding } from './checks.ts';

/** With less than this, mail and sends are about to be refused. */
const SCARCE = 50 * MB;
/** Time to make room. */
const LITTLE = 500 * MB;

/** How much room is left where the home lies; a home that does not exist yet has none to speak of. */
export async function checkRoom(path: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(path);
    return judgeRoom(bavail * bsize);
  } catch {
    return { severity: 'skipped', message: 'needs a home folder' };
  }
}

/** `free` in bytes. */
export function judgeRoom(free: number): Finding {
  const message = `${grouped(Math.floor(free / MB))} MB free`;
  if (free >= LITTLE) return { severity: 'ok', message };
  return {
    severity: free < SCARCE ? 'error' : 'warning',
    message,
    remedy: 'make room on the disk of the home folder: without it mail and sends are refused until later',
    exit: 'transient',
  };
}
