import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../errors.ts';
import { isAlive } from '../process/is-alive.ts';
import { ownId } from '../process/own-id.ts';

const LOOK_EVERY_MS = 10;
/** Files are locked for a moment; a holder of ten seconds hangs. */
const LOOKS = 1000;
/** A lock without a pid is still being written for this long, by the file system's clock too. */
const WRITTEN_WITHIN_MS = 2_000;
const PRIVATE_FILE = 0o600;

/**
 * Runs `work` under a lock on the file, so that its content can't change between read and write. The lock is
 * a file beside it with its holder's pid; a lock of an ended process is taken over.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  for (let looks = 0; !take(lock); looks++) {
    if (looks === LOOKS) throw held(file, lock);
    if (isLeft(lock)) removeLeft(lock);
    else await sleep(LOOK_EVERY_MS);
  }
  try {
    return await work();
  } finally {
    remove(lock);
  }
}

function take(lock: string): boolean {
  try {
    const opened = openSync(lock, 'wx', PRIVATE_FILE);
    writeSync(opened, String(ownId));
    closeSync(opened);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the lock's holder ended without releasing it. */
function isLeft(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    return holder > 0 ? !isAlive(holder) : Date.now() - statSync(lock).mtimeMs > WRITTEN_WITHIN_MS;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** If another command took it over meanwhile, that one gets its lock back. */
function removeLeft(lock: string): void {
  const mine = `${lock}.${ownId}`;
  try {
    renameSync(lock, mine);
    if (!isLeft(mine)) linkSync(mine, lock);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(String(codeOf(error)))) throw error;
  }
  remove(mine);
}

function remove(lock: string): void {
  try {
    unlinkSync(lock);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function held(file: string, lock: string): CommandError {
  return new CommandError(`Another command has locked ${file}.`, {
    exit: 'transient',
    code: 'HELD_FILE',
    details: { lock },
    hint: `try again; if no agentmail runs, remove ${lock}`,
  });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
