import { bucketTrouble } from './bucket/errors.ts';
import type { StoreTrouble } from './errors.ts';
import { postgresTrouble } from './postgres/errors.ts';
import { sqliteTrouble } from './sqlite/errors.ts';

/** The system's error codes of a full disk or quota. */
const OUT_OF_ROOM = new Set(['ENOSPC', 'EDQUOT']);

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** Null for errors with another cause. */
export function troubleOf(error: unknown): StoreTrouble | null {
  const code = codeOf(error);
  if (code === null) return null;
  return OUT_OF_ROOM.has(code)
    ? 'full'
    : (sqliteTrouble(code) ?? postgresTrouble(code) ?? bucketTrouble(code));
}

/** Whether an error means a full disk: the data itself is fine. */
export function isOutOfRoom(error: unknown): boolean {
  return troubleOf(error) === 'full';
}

/** Whether an error means that the database, or the bucket of large blobs, can't be reached right now. */
export function isUnreachable(error: unknown): boolean {
  return troubleOf(error) === 'unreachable';
}

/** Whether an error means that the database can't be reached right now. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return postgresTrouble(codeOf(error) ?? '') === 'unreachable';
}
