import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LentBlob } from '../blobs/blobs.ts';
import { sha256Of } from './bucket.ts';

/** A blob whose bytes are an object. */
export interface ObjectBlob {
  readonly id: string;
  readonly sha256: string;
}

/** A lent blob, until `release` is called. */
export interface Lent {
  readonly content: LentBlob | null;
  readonly release: () => void;
}

interface CachedFile {
  readonly size: number;
  /** Readers that were lent its path. */
  readers: number;
  /** Whether this process has compared its digest. */
  isVerified: boolean;
}

interface CacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** Called for each read. */
  readonly onRead?: (outcome: 'hit' | 'miss') => void;
}

/** End of the names of unfinished files. */
const UNFINISHED = '.part';

/**
 * Copies of objects in files of this machine, up to a size in total; the ones used least recently are
 * removed. Readers that ask for the same object at once load it once.
 */
export class ObjectCache {
  readonly #options: CacheOptions;
  /** In order of their last use. */
  readonly #files = new Map<string, CachedFile>();
  readonly #loading = new Map<string, Promise<Buffer>>();
  #bytes = 0;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** Keeps what an earlier run left. */
  async open(): Promise<void> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found: { name: string; size: number; at: number }[] = [];
    for (const name of await readdir(folder)) {
      const { size, mtimeMs: at } = await stat(this.#path(name));
      if (name.endsWith(UNFINISHED)) await rm(this.#path(name), { force: true });
      else found.push({ name, size, at });
    }
    for (const { name, size } of found.sort((one, other) => one.at - other.at)) this.#add(name, size);
    await this.#shrink();
  }

  /** Ids of the blobs that it has. */
  ids(): string[] {
    return [...this.#files.keys()];
  }

  async read(blob: ObjectBlob, load: () => Promise<Buffer>): Promise<Buffer> {
    const content = await this.#readFile(blob);
    this.#options.onRead?.(content ? 'hit' : 'miss');
    return content ?? this.#load(blob.id, load);
  }

  /** Lends the path of a file, or the bytes where no file can be written. */
  async lend(blob: ObjectBlob, load: () => Promise<Buffer>): Promise<Lent> {
    const { id } = blob;
    const isHere = this.#files.get(id)?.isVerified === true || (await this.#readFile(blob)) !== null;
    this.#options.onRead?.(isHere ? 'hit' : 'miss');
    const loaded = isHere ? null : await this.#load(id, load);
    const file = this.#use(id);
    if (!file) return { content: loaded ?? (await this.#load(id, load)), release: () => undefined };
    file.readers++;
    return { content: this.#path(id), release: () => file.readers-- };
  }

  /** Keeps the bytes of a blob, if there is room. */
  async keep(id: string, content: Buffer): Promise<void> {
    const unfinished = this.#path(`${id}${UNFINISHED}`);
    try {
      await writeFile(unfinished, content, { mode: 0o600 });
      await this.take(id, { path: unfinished, size: content.length });
    } catch {
      // The bytes are in the bucket, so this copy can be missing. Perhaps the disk is full.
      await rm(unfinished, { force: true });
    }
  }

  /** Takes over a file with the bytes of a blob. */
  async take(id: string, { path, size }: { readonly path: string; readonly size: number }): Promise<void> {
    if (size > this.#options.maxBytes) return rm(path, { force: true });
    await rename(path, this.#path(id));
    this.#forget(id);
    this.#add(id, size).isVerified = true;
    await this.#shrink();
  }

  async remove(id: string): Promise<void> {
    this.#forget(id);
    await rm(this.#path(id), { force: true });
  }

  #path(name: string): string {
    return join(this.#options.folder, name);
  }

  #add(id: string, size: number): CachedFile {
    const file: CachedFile = { size, readers: 0, isVerified: false };
    this.#files.set(id, file);
    this.#bytes += size;
    return file;
  }

  #forget(id: string): void {
    this.#bytes -= this.#files.get(id)?.size ?? 0;
    this.#files.delete(id);
  }

  #use(id: string): CachedFile | undefined {
    const file = this.#files.get(id);
    if (!file) return undefined;
    this.#files.delete(id);
    this.#files.set(id, file);
    return file;
  }

  /** Null when it's missing, or damaged, which removes it. */
  async #readFile({ id, sha256 }: ObjectBlob): Promise<Buffer | null> {
    const file = this.#use(id);
    if (!file) return null;
    const content = await readFile(this.#path(id)).catch(() => null);
    if (content && sha256Of(content) === sha256) {
      file.isVerified = true;
      return content;
    }
    await this.remove(id);
    return null;
  }

  #load(id: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const running = this.#loading.get(id);
    if (running) return running;
    const loading = load()
      .then(async (content) => {
        await this.keep(id, content);
        return content;
      })
      .finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #shrink(): Promise<void> {
    for (const [id, { readers }] of this.#files) {
      if (this.#bytes <= this.#options.maxBytes) return;
      if (readers === 0) await this.remove(id);
    }
  }
}
