import { randomBytes } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { spaceOf } from './disk-space.ts';

const NAME = 'spare-space';
/** Largest file: a day of decisions and sign-ins needs about a megabyte. */
const MOST_BYTES = 32_000_000;
/** Share of a small disk. */
const SHARE = 0.02;
const CHUNK = 1_000_000;
/** The file is written only where this many times its size stays free. */
const MARGIN = 3;

/**
 * A file in the home that is deleted once the disk is full, so that the database can be opened and written
 * to: people have to be able to delete what filled it.
 */
export class SpareSpace {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, NAME);
  }

  /** Deletes the file; false when there is none. */
  release(): boolean {
    try {
      unlinkSync(this.#path);
      return true;
    } catch {
      return false;
    }
  }

  /** Writes the file where it's missing and the disk has room. */
  async keep(): Promise<void> {
    const { free, total } = await spaceOf(this.#folder);
    const size = Math.floor(Math.min(MOST_BYTES, total * SHARE) / CHUNK) * CHUNK;
    const present = await stat(this.#path).catch(() => null);
    if (present?.size === size || free < (MARGIN + 1) * size) return;
    try {
      await this.#write(size);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Random bytes, because file systems store zeros in no space. */
  async #write(size: number): Promise<void> {
    const file = await open(this.#path, 'w', 0o600);
    try {
      for (let written = 0; written < size; written += CHUNK) await file.write(randomBytes(CHUNK));
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/** Deletes the spare file of a home whose disk has less left than opening a database needs. */
export async function releaseIfFull(home: string): Promise<void> {
  const { free } = await spaceOf(home);
  if (free < CHUNK) new SpareSpace(home).release();
}
