import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_HOME, LOCATOR_FILE, LOG_FILE, OPERATOR_TOKEN_FILE } from '../../../shared/locator.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

// Synchronous, since its files have a few lines: a trip through the thread pool takes longer than reading
// them.

/** The folder that the daemon and the command line share. */
export interface HomeFolder {
  readonly path: string;
  readonly locator: string;
  readonly operatorToken: string;
  readonly log: string;
  readonly profiles: string;
  readonly credentials: string;
}

/** Names the files of a home; `chosen` comes from a flag or AGENTMAIL_HOME. */
export function homeFolder(chosen: string | undefined, userHome: string): HomeFolder {
  const path = chosen || join(userHome, DEFAULT_HOME);
  return {
    path,
    locator: join(path, LOCATOR_FILE),
    operatorToken: join(path, OPERATOR_TOKEN_FILE),
    log: join(path, LOG_FILE),
    profiles: join(path, 'profiles.json'),
    credentials: join(path, 'credentials.json'),
  };
}

export async function makeHomeFolder(home: HomeFolder): Promise<void> {
  makeFolder(home.path);
}

/** One level at a time: Node's recursive mkdir loops forever below a folder like /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  // A root, or a removed folder, is its own parent.
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (error) {
    // Another process created it first.
    if (!existsSync(path)) throw error;
  }
}

/** Reads a file; undefined without it. */
export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file atomically, readable by its owner only. */
export async function writePrivate(home: HomeFolder, file: string, content: string): Promise<void> {
  await makeHomeFolder(home);
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, content, { mode: PRIVATE_FILE });
  renameSync(unfinished, file);
}
