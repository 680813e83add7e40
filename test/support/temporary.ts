import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

const cleanUps = new Set<() => Promise<void>>();

/** Calls `cleanUp` once after the tests of the file that runs now. */
export function afterTestFile(cleanUp: () => Promise<void>): void {
  cleanUps.add(cleanUp);
}

export async function cleanUpAfterFile(): Promise<void> {
  const ends = [...cleanUps];
  cleanUps.clear();
  for (const end of ends) await end();
}

/** A folder that is removed after the tests of the file that asked for it. */
export function temporaryHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-test-'));
  folders.add(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
