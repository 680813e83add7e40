import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StoreError } from './errors.ts';

/** Names of nodes. */
export const NODE_NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** File of a home with its id, which also is the default name of its node. */
const ID_FILE = 'daemon.id';
/** Characters of the machine's name in it. */
const MOST_OF_HOST = 55;

/** Returns the id of a home, which is made at its first start: the machine's name and a random part. */
export function homeId(home: string): string {
  const file = join(home, ID_FILE);
  if (!existsSync(file)) {
    const host = hostname()
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .slice(0, MOST_OF_HOST);
    writeFileSync(`${file}.new`, `${host}-${randomBytes(4).toString('hex')}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const id = readFileSync(file, 'utf8').trim();
  if (!NODE_NAME.test(id)) {
    throw new StoreError(`${file} must have 1 to 64 letters, digits, dots, underscores and dashes`);
  }
  return id;
}

/** The node of a home, which may have a name of its own. */
export function nodeOf({ home, node }: { home: string; node?: string | null | undefined }): string {
  return node ?? homeId(home);
}

/** Where a home is, for people. */
export function placeOf(home: string): string {
  return `${hostname()}:${home}`;
}
