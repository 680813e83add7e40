import { stat } from 'node:fs/promises';
import type { HomeFolder } from '../home/folder.ts';

const OTHERS = 0o077;

/** Who can reach what lies in a home; `missing` when there is none. */
export interface Modes {
  readonly missing: boolean;
  /** Paths that others than the owner can read or write. */
  readonly loose: readonly string[];
}

/** Looks at who can read a home and its secrets. Windows has no such modes: nothing is loose there. */
export async function readModes(home: HomeFolder): Promise<Modes> {
  if ((await modeOf(home.path)) === undefined) return { missing: true, loose: [] };
  const paths = [home.path, home.operatorToken, home.credentials, home.profiles, home.log];
  const modes = await Promise.all(paths.map(modeOf));
  return { missing: false, loose: paths.filter((_, index) => ((modes[index] ?? 0) & OTHERS) !== 0) };
}

async function modeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mode;
}
