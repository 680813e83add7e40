import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing; returns the topmost that was made. Node's own way tries forever where
 * an existing folder says of a new one that there is no such file, as /proc does.
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
