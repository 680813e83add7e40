import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Clock, HOUR } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import {
  type Blobs,
  INLINE_LIMIT,
  type LentBlob,
  OBJECT_REMOVAL,
  type PreparedBlob,
} from '../blobs/blobs.ts';
import { inlineContent, insertBlob, totalBytes } from '../blobs/rows.ts';
import { BucketError } from '../bucket/errors.ts';
import type { Lent, ObjectBlob } from '../bucket/object-cache.ts';
import type { ObjectStore } from '../bucket/object-store.ts';
import { StoreError } from '../errors.ts';
import type { Queries } from '../queries.ts';
import type { Transaction } from '../transaction.ts';
import { backupRuns } from './backup-lock.ts';
import { deleteChunks, deleteOrphanChunks, readChunks, type WriteAlone, writeChunks } from './chunks.ts';
import { deleteObject, findObject, hasObjects, insertObject, knownObjects } from './object-rows.ts';

/** Beginnings are kept of prepared blobs, since transactions can't wait for them. */
const BEGINNING_BYTES = 128 * 1024;

interface PostgresBlobsOptions {
  readonly read: Queries;
  readonly write: WriteAlone;
  readonly random: Random;
  readonly clock: Clock;
  /** Whether a transaction that failed may have happened. */
  readonly hasUndecided: () => boolean;
  /** Takes large blobs; without one they are chunks. */
  readonly objects: ObjectStore | null;
}

/** A large blob that was prepared here. */
interface PreparedLarge {
  readonly beginning: Buffer;
  /** Null for chunks. */
  readonly object: ObjectBlob | null;
}

const lentNothing: Lent = { content: null, release: () => undefined };

/** Blobs in their rows, large ones in objects of a bucket or in chunks. */
export class PostgresBlobs implements Blobs {
  readonly spool: string;
  readonly #options: PostgresBlobsOptions;
  readonly #large = new WeakMap<PreparedBlob, PreparedLarge>();
  #upkeep: NodeJS.Timeout | undefined;

  constructor(spool: string, options: PostgresBlobsOptions) {
    this.spool = spool;
    this.#options = options;
  }

  async open(): Promise<void> {
    const { objects, read } = this.#options;
    await mkdir(this.spool, { recursive: true, mode: 0o700 });
    // Files of mail that was never accepted.
    for (const name of await readdir(this.spool)) await rm(join(this.spool, name));
    if (!objects) {
      if (await hasObjects(read))
        throw new StoreError(`${NO_BUCKET}; name it with --blobs or AGENTMAIL_BLOBS`);
      return;
    }
    await objects.open();
    this.#upkeep = setInterval(() => void this.#removeOldCopies(objects), HOUR).unref();
    await this.#removeOldCopies(objects);
  }

  async #removeOldCopies(objects: ObjectStore): Promise<void> {
    const known = (ids: readonly string[]) => knownObjects(this.#options.read, ids);
    // The next hour tries again.
    await objects.removeOldCopies(known).catch(() => undefined);
  }

  async prepare(content: Buffer): Promise<PreparedBlob> {
    const { random, clock, objects } = this.#options;
    const isLarge = content.length > INLINE_LIMIT;
    const id = random.id(clock.now());
    const blob = { id, size: content.length, inline: isLarge ? null : content };
    if (isLarge) {
      const object = objects ? await objects.put(id, content) : null;
      if (!object) await writeChunks(this.#options.write, id, content);
      this.#large.set(blob, { beginning: content.subarray(0, BEGINNING_BYTES), object });
    }
    return blob;
  }

  prepareCopies(content: Buffer, count: number): Promise<readonly PreparedBlob[]> {
    return allOrNone(
      Array.from({ length: count }, () => this.prepare(content)),
      (blob) => this.discard(blob),
    );
  }

  /** Moves blobs from the spool into the bucket or the database. */
  async adopt(blobs: readonly PreparedBlob[]): Promise<void> {
    for (const blob of blobs.filter(({ inline }) => inline === null)) {
      const path = join(this.spool, blob.id);
      const { object, content } = await this.#move(blob.id, path);
      this.#large.set(blob, { beginning: Buffer.from(content.subarray(0, BEGINNING_BYTES)), object });
    }
  }

  async #move(id: string, path: string): Promise<{ object: ObjectBlob | null; content: Buffer }> {
    const { objects, write } = this.#options;
    if (objects) {
      const { blob: object, content } = await objects.putFile(id, path);
      return { object, content };
    }
    const content = await readFile(path);
    await writeChunks(write, id, content);
    await rm(path);
    return { object: null, content };
  }

  beginningOf(blob: PreparedBlob, bytes: number): Buffer {
    return (blob.inline ?? this.#largeOf(blob).beginning).subarray(0, bytes);
  }

  #largeOf(blob: PreparedBlob): PreparedLarge {
    const large = this.#large.get(blob);
    if (!large) throw new Error('the blob was not prepared here');
    return large;
  }

  async record(transaction: Transaction, blob: PreparedBlob, accountId: string | null): Promise<void> {
    const { object } = blob.inline === null ? this.#largeOf(blob) : { object: null };
    // Sent together, since the caller may send other statements meanwhile: their order has to be repeatable.
    await Promise.all([
      insertBlob(transaction, blob, accountId),
      object && insertObject(transaction.db, object),
    ]);
  }

  /** Nothing is deleted of a blob whose row was committed although the commit had no answer. */
  async discard(blob: PreparedBlob): Promise<void> {
    const { id, inline } = blob;
    if (inline !== null) return;
    await rm(join(this.spool, id), { force: true });
    // A commit that waits for a standby can't be seen yet. The daily round deletes what no row names.
    if (this.#options.hasUndecided()) return;
    if ((await inlineContent(this.#options.read, id)) !== undefined) return;
    // The daily round removes an object that can't be deleted now.
    if (this.#large.get(blob)?.object) await this.#options.objects?.remove(id, 1).catch(() => undefined);
    else await this.#options.write((db) => deleteChunks(db, id));
  }

  async read(id: string): Promise<Buffer | null> {
    return this.#find(id, {
      object: async (blob) => (await this.#objects()).read(blob),
      bytes: async (content) => content,
    });
  }

  async lend<T>(
    ids: readonly (string | null)[],
    work: (contents: readonly (LentBlob | null)[]) => Promise<T>,
  ): Promise<T> {
    const release = async (lent: Lent) => lent.release();
    const lent = await allOrNone(
      ids.map((id) => (id === null ? Promise.resolve(lentNothing) : this.#lend(id))),
      release,
    );
    try {
      return await work(lent.map(({ content }) => content));
    } finally {
      for (const each of lent) each.release();
    }
  }

  async #lend(id: string): Promise<Lent> {
    const found = await this.#find<Lent>(id, {
      object: async (blob) => (await this.#objects()).lend(blob),
      bytes: async (content) => ({ ...lentNothing, content }),
    });
    return found ?? lentNothing;
  }

  /** Null when the blob is deleted, also while its object is read. */
  async #find<T>(
    id: string,
    read: { object: (blob: ObjectBlob) => Promise<T>; bytes: (content: Buffer) => Promise<T> },
  ): Promise<T | null> {
    const { read: db } = this.#options;
    const content = await inlineContent(db, id);
    if (content === undefined) return null;
    if (content !== null) return read.bytes(content);
    const object = await findObject(db, id);
    if (!object) return read.bytes(await readChunks(db, id));
    try {
      return await read.object(object);
    } catch (error) {
      if ((await inlineContent(db, id)) === undefined) return null;
      throw error;
    }
  }

  #objects(): Promise<ObjectStore> {
    const { objects } = this.#options;
    return objects
      ? Promise.resolve(objects)
      : Promise.reject(new BucketError(NO_BUCKET, { isTransient: false }));
  }

  async remove(transaction: Transaction, id: string): Promise<void> {
    await this.#delete(transaction, id, transaction.now);
  }

  async forget(transaction: Transaction, id: string): Promise<boolean> {
    // The caller removes the object at once; the job does it after a crash.
    return this.#delete(transaction, id, transaction.now + HOUR);
  }

  /** Whether an object is left, which a job removes. */
  async #delete(transaction: Transaction, id: string, dueAt: number): Promise<boolean> {
    const { db } = transaction;
    const row = await db.deleteFrom('blobs').where('id', '=', id).returning('size').executeTakeFirst();
    if (!row || row.size <= INLINE_LIMIT) return false;
    await deleteChunks(db, id);
    if (!(await deleteObject(db, id))) return false;
    await transaction.schedule({ kind: OBJECT_REMOVAL, accountId: null, dueAt, payload: { id } });
    return true;
  }

  async removeBytes(id: string): Promise<boolean> {
    const { objects, read } = this.#options;
    if (!objects || (await backupRuns(read))) return false;
    return objects.remove(id).then(
      () => true,
      () => false,
    );
  }

  async removeOrphans(): Promise<void> {
    const { objects, read, write } = this.#options;
    await write(deleteOrphanChunks);
    if (!objects || (await backupRuns(read))) return;
    await objects.removeOrphans((ids) => knownObjects(read, ids));
  }

  /** Large blobs whose chunks don't add up. */
  async problems(): Promise<string[]> {
    const { read } = this.#options;
    const rows = await sql<{ id: string }>`select id from blobs
      where content is null and not exists (select 1 from blob_objects where blob_id = blobs.id)
      and size <> coalesce((select sum(length(bytes)) from blob_chunks where blob_id = blobs.id), 0)
      limit 100`.execute(read);
    return rows.rows.map(({ id }) => `the bytes of blob ${id} are missing`);
  }

  totalBytes(): Promise<number> {
    return totalBytes(this.#options.read);
  }

  close(): void {
    clearInterval(this.#upkeep);
    this.#options.objects?.close();
  }
}

const NO_BUCKET = 'the database has blobs in a bucket, and none is configured';

async function allOrNone<T>(made: readonly Promise<T>[], undo: (made: T) => Promise<void>): Promise<T[]> {
  const results = await Promise.allSettled(made);
  const failed = results.find((result) => result.status === 'rejected');
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (!failed) return done;
  await Promise.all(done.map(undo));
  throw failed.reason;
}
