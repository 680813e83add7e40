import type { StoreTrouble } from '../errors.ts';

/** The meaning of an error code of SQLite; null for a bug of ours. */
export function sqliteTrouble(code: string): StoreTrouble | null {
  if (code === 'SQLITE_FULL') return 'full';
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return 'damaged';
  if (/^SQLITE_(?:CANTOPEN|IOERR|PERM|READONLY|AUTH)/.test(code)) return 'unusable';
  return null;
}
