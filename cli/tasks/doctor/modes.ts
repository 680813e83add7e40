import { stat } from 'node:fs/promises';
import type { HomeFolder } from '../../machine/home/folder.ts';

const OTHERS = 0o077;

/** File modes of a home; `missing` without one. */
export interface Modes {
  readonly missing: boolean;
  /** Paths that other users can read or write. */
  readonly loose: readonly string[];
}

/** Checks the modes of a home and its secrets. Windows has none, so nothing is reported there. */
export async function readModes(home: HomeFolder): Promise<Modes> {
  if ((await modeOf(home.path)) === undefined) return { missing: true, loose: [] };
  const paths = [home.path, home.operatorToken, home.credentials, home.profiles, home.log];
  const modes = await Promise.all(paths.map(modeOf));
  return { missing: false, loose: paths.filter((_, index) => ((modes[index] ?? 0) & OTHERS) !== 0) };
}

async function modeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mode;
}
