import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderSync } from '../system/sync-folder.ts';
import { StoreError } from './errors.ts';

/** File of a home with the URL of its database. */
export const STORE_FILE = 'store.url';

/** Where a home's database is, as given in a flag or a variable, or written in the home. */
export interface StoreLocation {
  readonly home: string;
  readonly given: string | undefined;
}

/** The URL of the PostgreSQL database of a home; null for SQLite in the home itself. */
export function storeUrlOf({ home, given }: StoreLocation): string | null {
  if (given !== undefined) return assertStoreUrl(given, 'the store');
  const file = join(home, STORE_FILE);
  if (!existsSync(file)) return null;
  // It has a password.
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new StoreError(`${file} is readable by other users; run chmod 600 ${file}`);
  }
  return assertStoreUrl(readFileSync(file, 'utf8').trim(), file);
}

function assertStoreUrl(text: string, source: string): string {
  const scheme = URL.canParse(text) ? new URL(text).protocol : '';
  if (scheme === 'postgres:' || scheme === 'postgresql:') return text;
  throw new StoreError(`${source} must be postgres://user:password@host:port/database`);
}

/** Makes a home use a database; null for SQLite in the home itself. */
export function writeStoreUrl(home: string, url: string | null): void {
  const file = join(home, STORE_FILE);
  if (url === null) rmSync(file, { force: true });
  else {
    writeFileSync(`${file}.new`, `${url}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  syncFolderSync(home);
}

/** Whether a text is a URL with something that must not be in a list of processes. */
export function hasPassword(text: string): boolean {
  return URL.canParse(text) && new URL(text).href !== shownStoreUrl(text);
}

/** A URL without its password, for people. */
export function shownStoreUrl(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  for (const name of [...shown.searchParams.keys()]) {
    if (/password|key/i.test(name)) shown.searchParams.delete(name);
  }
  return shown.href;
}
