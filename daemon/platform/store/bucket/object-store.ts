import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { DAY } from '../../system/clock.ts';
import { Bucket, type RequestTimer, sha256Of } from './bucket.ts';
import { BucketError } from './errors.ts';
import type { BucketLocation } from './location.ts';
import { type Lent, type ObjectBlob, ObjectCache } from './object-cache.ts';

/** A bucket, and callbacks that count its use. */
export interface BucketUse {
  readonly location: BucketLocation;
  readonly requestStarted?: RequestTimer;
  readonly cacheRead?: (outcome: 'hit' | 'miss') => void;
}

interface ObjectStoreOptions extends BucketUse {
  /** Beginning of the keys of a database, which tells its objects from those of others in the same bucket. */
  readonly folder: string;
  /** Folder of this machine for copies; null keeps none. */
  readonly cache: string | null;
}

/** Ids of those blobs that exist, of some. */
type KnownOf = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Name of the object that `problem` makes. It's no id, so a left one is removed like an orphan. */
const PROBE = 'probe';

/** Blobs of a database as objects of a bucket, with copies on this machine. */
export class ObjectStore {
  readonly #bucket: Bucket;
  readonly #cache: ObjectCache | null;
  readonly #folder: string;

  constructor({ location, folder, cache, requestStarted, cacheRead }: ObjectStoreOptions) {
    this.#folder = folder;
    this.#bucket = new Bucket(location, requestStarted && { requestStarted });
    this.#cache =
      cache === null
        ? null
        : new ObjectCache({
            folder: cache,
            maxBytes: location.cacheBytes,
            ...(cacheRead && { onRead: cacheRead }),
          });
  }

  async open(): Promise<void> {
    await this.#cache?.open();
  }

  /** Stores a blob, durably. */
  async put(id: string, content: Buffer): Promise<ObjectBlob> {
    const blob = await this.#upload(id, content);
    await this.#cache?.keep(id, content);
    return blob;
  }

  /** Stores a blob, durably, and takes over the file with its bytes, which it returns. */
  async putFile(id: string, path: string): Promise<{ readonly blob: ObjectBlob; readonly content: Buffer }> {
    const content = await readFile(path);
    const blob = await this.#upload(id, content);
    if (this.#cache) await this.#cache.take(id, { path, size: content.length });
    else await rm(path);
    return { blob, content };
  }

  async #upload(id: string, content: Buffer): Promise<ObjectBlob> {
    await this.#bucket.put(this.#key(id), content);
    return { id, sha256: sha256Of(content) };
  }

  read(blob: ObjectBlob): Promise<Buffer> {
    const load = () => this.download(blob);
    return this.#cache ? this.#cache.read(blob, load) : load();
  }

  async lend(blob: ObjectBlob): Promise<Lent> {
    const load = () => this.download(blob);
    return this.#cache ? this.#cache.lend(blob, load) : { content: await load(), release: () => undefined };
  }

  /** Reads the object itself. */
  async download({ id, sha256 }: ObjectBlob): Promise<Buffer> {
    const content = await this.#bucket.get(this.#key(id), sha256);
    if (!content) throw new BucketError(`object ${this.#key(id)} is missing`, { isTransient: false });
    return content;
  }

  async remove(id: string, attempts?: number): Promise<void> {
    await this.#cache?.remove(id);
    await this.#bucket.delete(this.#key(id), attempts);
  }

  /**
   * Removes objects older than a day whose blobs don't exist. The bucket's clock decides about the age, since
   * the row of a younger one may still be committed.
   */
  async removeOrphans(knownOf: KnownOf): Promise<void> {
    let next: string | null = null;
    do {
      const page = await this.#bucket.list(`${this.#folder}/`, next);
      const old = page.objects
        .filter(({ modified }) => modified < page.now - DAY)
        .map(({ key }) => this.#idOf(key));
      const known = await knownOf(old);
      await Promise.all(old.filter((id) => !known.has(id)).map((id) => this.remove(id)));
      next = page.next;
    } while (next !== null);
  }

  /** Removes copies of blobs that don't exist any more: another daemon may have deleted them. */
  async removeOldCopies(knownOf: KnownOf): Promise<void> {
    const ids = this.#cache?.ids() ?? [];
    const known = await knownOf(ids);
    for (const id of ids) if (!known.has(id)) await this.#cache?.remove(id);
  }

  /**
   * Why the bucket can't be used, found by storing, reading, listing and deleting an object; null if it can.
   */
  async problem(): Promise<string | null> {
    const content = randomBytes(64);
    const key = this.#key(PROBE);
    try {
      await this.#bucket.put(key, content);
      await this.#bucket.get(key, sha256Of(content));
      await this.#bucket.list(key, null);
      await this.#bucket.delete(key);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    this.#bucket.close();
  }

  #key(id: string): string {
    return `${this.#folder}/${id}`;
  }

  #idOf(key: string): string {
    return key.slice(this.#folder.length + 1);
  }
}
