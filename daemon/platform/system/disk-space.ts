import { statfs } from 'node:fs/promises';
import { type Clock, SECOND } from './clock.ts';

/** Milliseconds for which a measurement is used again; a call costs about 50 µs. */
const FRESH_FOR = 1 * SECOND;

/** Bytes of a disk. */
export interface MeasuredSpace {
  readonly free: number;
  readonly total: number;
}

/** Free space of the disk that has a folder, for users without privileges. */
export class DiskSpace {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'elapsed'>;
  #measured: { readonly at: number; readonly space: Promise<MeasuredSpace> } | null = null;

  constructor(folder: string, clock: Pick<Clock, 'elapsed'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** At most a second old. */
  measure(): Promise<MeasuredSpace> {
    const at = this.#clock.elapsed();
    if (this.#measured === null || at - this.#measured.at >= FRESH_FOR) {
      this.#measured = { at, space: spaceOf(this.#folder) };
      this.#measured.space.catch(() => {
        this.#measured = null;
      });
    }
    return this.#measured.space;
  }
}

/** Measures now. */
export async function spaceOf(folder: string): Promise<MeasuredSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
