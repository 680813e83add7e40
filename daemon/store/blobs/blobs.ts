import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import { syncFolder } from '../../system/sync-folder.ts';
import { prepareQuery } from '../prepared.ts';
import type { BlobsTable } from '../schema.ts';
import type { Queries, Transaction } from '../transaction.ts';
import { BlobFiles, INLINE_LIMIT, type PreparedBlob } from './files.ts';

const insertBlob = prepareQuery<BlobsTable>()((db, param) =>
  db.insertInto('blobs').values({
    id: param('id'),
    account_id: param('account_id'),
    size: param('size'),
    content: param('content'),
    created_at: param('created_at'),
  }),
);

const findContent = prepareQuery<{ id: string }>()((db, param) =>
  db.selectFrom('blobs').select('content').where('id', '=', param('id')),
);

export type { PreparedBlob };

/**
 * Immutable byte strings. `prepare` before the transaction and `record` inside it: the next start removes a
 * file without a row, and a row always has its bytes.
 */
export class BlobStore {
  /** Folder of large blobs. */
  readonly folder: string;
  readonly #files: BlobFiles;
  /** Backups in progress that may need files which nothing else needs any more. */
  #keepers = 0;

  constructor(folder: string, random: Random, clock: Clock) {
    this.folder = folder;
    this.#files = new BlobFiles(folder, random, clock);
  }

  async open(db: Queries): Promise<void> {
    const made = await mkdir(this.folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(this.folder));
    const rows = await db.selectFrom('blobs').select('id').where('content', 'is', null).execute();
    const known = new Set(rows.map((row) => row.id));
    for (const name of await readdir(this.folder)) {
      if (!known.has(name)) await this.removeFile(name);
    }
  }

  async prepare(content: Buffer): Promise<PreparedBlob> {
    const [blob] = await this.prepareCopies(content, 1);
    if (!blob) throw new Error('no copy was made');
    return blob;
  }

  /** Independent blobs with the same bytes. */
  async prepareCopies(content: Buffer, count: number): Promise<readonly PreparedBlob[]> {
    if (content.length > INLINE_LIMIT) return this.#files.write(content, count);
    const { length: size } = content;
    return Array.from({ length: count }, () => ({ id: this.#files.newId(), size, inline: content }));
  }

  /** Reads at most `bytes` from the beginning of a prepared blob. */
  beginningOf({ id, inline }: PreparedBlob, bytes: number): Buffer {
    return inline?.subarray(0, bytes) ?? this.#files.beginningSync(id, bytes);
  }

  /** Inserts the row of a prepared blob of an account, or of the service (null). */
  async record(transaction: Transaction, blob: PreparedBlob, accountId: string | null): Promise<void> {
    const { id, size, inline: content } = blob;
    const row = { id, account_id: accountId, size, content, created_at: transaction.now };
    await insertBlob(transaction.db, row);
  }

  /** Removes a prepared blob whose transaction failed. */
  async discard(blob: PreparedBlob): Promise<void> {
    if (blob.inline === null) await this.removeFile(blob.id);
  }

  async read(db: Queries, id: string): Promise<Buffer | null> {
    const place = await this.locate(db, id);
    return place === null ? null : bytesAt(place);
  }

  /** The bytes of a blob in the database, or the path of its file; null when it's deleted. */
  async locate(db: Queries, id: string): Promise<Buffer | string | null> {
    const [row] = (await findContent(db, { id })).rows;
    return row ? (row.content ?? this.#files.pathOf(id)) : null;
  }

  /** Deletes the row now, and the file after the commit. */
  async remove(transaction: Transaction, id: string): Promise<void> {
    if (await this.forget(transaction, id)) transaction.onCommit(() => void this.removeFile(id));
  }

  /** Deletes the row; true when the caller has to remove a file after the commit. */
  async forget({ db }: Transaction, id: string): Promise<boolean> {
    const row = await db
      .selectFrom('blobs')
      .select(sql<number>`case when content is null then 1 else 0 end`.as('in_file'))
      .where('id', '=', id)
      .executeTakeFirst();
    await db.deleteFrom('blobs').where('id', '=', id).execute();
    return row?.in_file === 1;
  }

  /** Keeps all files until the returned function is called, for a backup. */
  keepFiles(): () => void {
    this.#keepers++;
    return () => {
      this.#keepers--;
    };
  }

  /** Removes a file without a row. False when it's still there; the next start retries. */
  async removeFile(id: string): Promise<boolean> {
    return this.#keepers === 0 && this.#files.remove(id);
  }

  async missingFiles(db: Queries): Promise<string[]> {
    const present = new Set(await readdir(this.folder));
    const rows = await db.selectFrom('blobs').select('id').where('content', 'is', null).execute();
    return rows.filter((row) => !present.has(row.id)).map((row) => `the file of blob ${row.id} is missing`);
  }

  async totalBytes(db: Queries): Promise<number> {
    const row = await db
      .selectFrom('blobs')
      .select((select) => select.fn.sum<number | null>('size').as('bytes'))
      .executeTakeFirstOrThrow();
    return row.bytes ?? 0;
  }
}

/** Reads the bytes at a place from `locate`. */
export async function bytesAt(place: Buffer | string): Promise<Buffer> {
  return typeof place === 'string' ? readFile(place) : place;
}
