import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocator, LOCATOR_FILE, type Locator } from '../../../shared/locator.ts';

/** Writes the locator atomically. */
export function writeLocator(home: string, value: Locator): void {
  const file = join(home, LOCATOR_FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Removes the locator if it belongs to this process. */
export function removeLocator(home: string, pid: number): void {
  const file = join(home, LOCATOR_FILE);
  try {
    const current: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isLocator(current) && current.pid === pid) unlinkSync(file);
  } catch {
    // Missing or unreadable: either way clients find nothing.
  }
}
