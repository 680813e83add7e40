import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.env.AGENTMAIL_CORPORA ?? join(import.meta.dirname, '../../../shared/corpora');

/** The path of a file or folder of the corpora, or null, said loudly once per path, when it is absent. */
export function corpusPath(path: string): string | null {
  const full = join(ROOT, path);
  if (existsSync(full)) return full;
  process.stderr.write(`SKIPPED: no corpus at ${path}; set AGENTMAIL_CORPORA to the folder that holds it\n`);
  return null;
}
