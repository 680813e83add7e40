import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.env.AGENTMAIL_CORPORA ?? join(import.meta.dirname, '../../../shared/corpora');

/**
 * The path of a file or folder of the corpora, or null when it's absent: see `needsCorpora` for tests that
 * need it.
 */
export function corpusPath(path: string): string | null {
  const full = join(ROOT, path);
  return existsSync(full) ? full : null;
}
