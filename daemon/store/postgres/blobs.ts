import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import { type Blobs, INLINE_LIMIT, type LentBlob, type PreparedBlob } from '../blobs/blobs.ts';
import { inlineContent, insertBlob, totalBytes } from '../blobs/rows.ts';
import type { Tables } from '../schema.ts';
import type { Queries, Transaction } from '../transaction.ts';

/** A part of a large blob. It's written before the row of the blob. */
interface BlobChunksTable {
  blob_id: string;
  n: number;
  bytes: Buffer;
}

/** The tables of blobs, with the one that only PostgreSQL has. */
type BlobTables = Tables & { blob_chunks: BlobChunksTable };

function blobTables(db: Queries): Kysely<BlobTables> {
  return db.withTables<{ blob_chunks: BlobChunksTable }>();
}

/** PostgreSQL compresses and reads a value as a whole, so a large one is stored in parts. */
const CHUNK_BYTES = 256 * 1024;
/** Beginnings are kept of prepared blobs, since transactions can't wait for them. */
const BEGINNING_BYTES = 128 * 1024;

interface PostgresBlobsOptions {
  readonly read: Queries;
  /** Runs one statement in a transaction of its own. */
  readonly write: (work: (db: Queries) => Promise<unknown>) => Promise<unknown>;
  readonly random: Random;
  readonly clock: Clock;
}

/** Blobs in their rows, large ones in chunks. The next start removes chunks without a row. */
export class PostgresBlobs implements Blobs {
  readonly spool: string;
  readonly #options: PostgresBlobsOptions;
  readonly #beginnings = new WeakMap<PreparedBlob, Buffer>();

  constructor(spool: string, options: PostgresBlobsOptions) {
    this.spool = spool;
    this.#options = options;
  }

  async open(): Promise<void> {
    await mkdir(this.spool, { recursive: true, mode: 0o700 });
    // Files of mail that was never accepted.
    for (const name of await readdir(this.spool)) await rm(join(this.spool, name));
    await this.#options.write((db) =>
      blobTables(db)
        .deleteFrom('blob_chunks')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(selectFrom('blobs').select('blobs.id').whereRef('blobs.id', '=', 'blob_chunks.blob_id')),
          ),
        )
        .execute(),
    );
  }

  async prepare(content: Buffer): Promise<PreparedBlob> {
    const { random, clock } = this.#options;
    const isLarge = content.length > INLINE_LIMIT;
    const id = random.id(clock.now());
    const blob = { id, size: content.length, inline: isLarge ? null : content };
    if (isLarge) {
      await writeChunks(this.#options.write, id, content);
      this.#beginnings.set(blob, content.subarray(0, BEGINNING_BYTES));
    }
    return blob;
  }

  prepareCopies(content: Buffer, count: number): Promise<readonly PreparedBlob[]> {
    return allOrNone(
      Array.from({ length: count }, () => this.prepare(content)),
      (blob) => this.discard(blob),
    );
  }

  /** Moves blobs from the spool into the database. */
  async adopt(blobs: readonly PreparedBlob[]): Promise<void> {
    for (const blob of blobs.filter(({ inline }) => inline === null)) {
      const content = await readFile(join(this.spool, blob.id));
      await writeChunks(this.#options.write, blob.id, content);
      this.#beginnings.set(blob, content.subarray(0, BEGINNING_BYTES));
      await rm(join(this.spool, blob.id));
    }
  }

  beginningOf(blob: PreparedBlob, bytes: number): Buffer {
    const beginning = blob.inline ?? this.#beginnings.get(blob);
    if (!beginning) throw new Error('the blob was not prepared here');
    return beginning.subarray(0, bytes);
  }

  async record(transaction: Transaction, blob: PreparedBlob, accountId: string | null): Promise<void> {
    await insertBlob(transaction, blob, accountId);
  }

  async discard({ id, inline }: PreparedBlob): Promise<void> {
    if (inline !== null) return;
    await rm(join(this.spool, id), { force: true });
    await this.removeBytes(id);
  }

  async read(id: string): Promise<Buffer | null> {
    const { read } = this.#options;
    const content = await inlineContent(read, id);
    return content === undefined ? null : (content ?? readChunks(read, id));
  }

  async lend<T>(
    ids: readonly (string | null)[],
    work: (contents: readonly (LentBlob | null)[]) => Promise<T>,
  ): Promise<T> {
    return work(await Promise.all(ids.map((id) => (id === null ? null : this.read(id)))));
  }

  async remove(transaction: Transaction, id: string): Promise<void> {
    await this.forget(transaction, id);
  }

  async forget({ db }: Transaction, id: string): Promise<boolean> {
    await deleteChunks(db, id);
    await db.deleteFrom('blobs').where('id', '=', id).execute();
    return false;
  }

  async removeBytes(id: string): Promise<boolean> {
    await this.#options.write((db) => deleteChunks(db, id));
    return true;
  }

  /** Large blobs whose chunks don't add up. */
  async problems(): Promise<string[]> {
    const rows = await sql<{ id: string }>`select id from blobs
      where content is null and size <> coalesce(
        (select sum(length(bytes)) from blob_chunks where blob_id = blobs.id), 0)
      limit 100`.execute(this.#options.read);
    return rows.rows.map(({ id }) => `the bytes of blob ${id} are missing`);
  }

  totalBytes(): Promise<number> {
    return totalBytes(this.#options.read);
  }
}

/** Writes each chunk in a transaction of its own, so that none is long. */
export async function writeChunks(
  write: PostgresBlobsOptions['write'],
  id: string,
  content: Buffer,
): Promise<void> {
  for (let n = 0; n * CHUNK_BYTES < content.length; n++) {
    const bytes = content.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES);
    await write((db) => blobTables(db).insertInto('blob_chunks').values({ blob_id: id, n, bytes }).execute());
  }
}

export function deleteChunks(db: Queries, id: string): Promise<unknown> {
  return blobTables(db).deleteFrom('blob_chunks').where('blob_id', '=', id).execute();
}

export async function readChunks(db: Queries, id: string): Promise<Buffer> {
  const rows = await blobTables(db)
    .selectFrom('blob_chunks')
    .select('bytes')
    .where('blob_id', '=', id)
    .orderBy('n')
    .execute();
  return Buffer.concat(rows.map(({ bytes }) => bytes));
}

async function allOrNone<T>(made: readonly Promise<T>[], undo: (made: T) => Promise<void>): Promise<T[]> {
  const results = await Promise.allSettled(made);
  const failed = results.find((result) => result.status === 'rejected');
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (!failed) return done;
  await Promise.all(done.map(undo));
  throw failed.reason;
}
