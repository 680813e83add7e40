import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents; returns the topmost new one. Node's recursive mkdir loops forever
 * where an existing folder answers ENOENT for a new one, as /proc does.
 */
export function makeFolders(path: string, mode: number): string | undefined {
  try {
    mkdirSync(path, { mode });
    return path;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return undefined;
    const above = dirname(path);
    if (code !== 'ENOENT' || above === path || existsSync(above)) throw error;
    const topmost = makeFolders(above, mode);
    makeFolders(path, mode);
    return topmost ?? path;
  }
}
