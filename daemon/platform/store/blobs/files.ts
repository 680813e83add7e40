import { closeSync, openSync, readSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import { SharedFolderSync, syncFolder } from '../../system/sync-folder.ts';
import type { PreparedBlob } from './blobs.ts';

/** Files of large blobs, with names that are unique across threads. */
export class BlobFiles {
  readonly #folder: string;
  readonly #names: SharedFolderSync;
  readonly #random: Pick<Random, 'id'>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(folder: string, random: Pick<Random, 'id'>, clock: Pick<Clock, 'now'>) {
    this.#folder = folder;
    this.#names = new SharedFolderSync(() => syncFolder(folder));
    this.#random = random;
    this.#clock = clock;
  }

  pathOf(id: string): string {
    return join(this.#folder, id);
  }

  newId(): string {
    return this.#random.id(this.#clock.now());
  }

  /** Writes `copies` files with the same bytes, all or none; resolves once they're durable. */
  async write(content: Buffer, copies: number): Promise<PreparedBlob[]> {
    const blobs = Array.from({ length: copies }, () => this.#blobOf(content));
    const written = await Promise.allSettled(blobs.map(({ id }) => this.#writeFile(id, content)));
    try {
      for (const file of written) if (file.status === 'rejected') throw file.reason;
      await this.#names.sync();
    } catch (error) {
      // Perhaps the disk is full, so free what was written.
      await Promise.all(blobs.map(({ id }) => this.remove(id)));
      throw error;
    }
    return blobs;
  }

  #blobOf({ length }: Buffer): PreparedBlob {
    return { id: this.newId(), size: length, inline: null };
  }

  async #writeFile(id: string, content: Buffer): Promise<void> {
    const file = await open(this.pathOf(id), 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Reads at most `bytes` from the beginning. */
  beginningSync(id: string, bytes: number): Buffer {
    const file = openSync(this.pathOf(id), 'r');
    try {
      const beginning = Buffer.alloc(bytes);
      return beginning.subarray(0, readSync(file, beginning));
    } finally {
      closeSync(file);
    }
  }

  /** False when the file is still there; the next start retries. */
  async remove(id: string): Promise<boolean> {
    try {
      await unlink(this.pathOf(id));
      return true;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOENT';
    }
  }
}
