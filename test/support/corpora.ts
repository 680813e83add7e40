import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the third-party corpora are; they're read from there and never copied. */
export const corporaRoot =
  process.env.AGENTMAIL_CORPORA ?? join(import.meta.dirname, '../../../shared/corpora');

/**
 * The path of a file or folder of the corpora, or null when it's absent: see `needsCorpora` for tests that
 * need it.
 */
export function corpusPath(path: string): string | null {
  const full = join(corporaRoot, path);
  return existsSync(full) ? full : null;
}
