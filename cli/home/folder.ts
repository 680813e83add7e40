import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_HOME, LOCATOR_FILE, LOG_FILE, OPERATOR_TOKEN_FILE } from '../../shared/locator.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

// Its files are a few lines long: handing each to another thread and back would take longer than reading it.

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

/** One by one: Node's own way to make several tries forever below a folder that takes none, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  // The root of a drive, or of a folder that was removed, is above itself.
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (error) {
    // Another process created it first.
    if (!existsSync(path)) throw error;
  }
}

/** The content of a file, or undefined when there is none. */
export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file as a whole, readable by its owner only. */
export async function writePrivate(home: HomeFolder, file: string, content: string): Promise<void> {
  await makeHomeFolder(home);
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, content, { mode: PRIVATE_FILE });
  renameSync(unfinished, file);
}
