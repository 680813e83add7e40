import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

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
