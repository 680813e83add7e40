import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
import { syncFolder } from '../../system/sync-folder.ts';
import type { Queries } from '../queries.ts';
import type { Transaction } from '../transaction.ts';
import { type Blobs, INLINE_LIMIT, type LentBlob, type PreparedBlob } from './blobs.ts';
import { BlobFiles } from './files.ts';
import { inlineContent, insertBlob, totalBytes } from './rows.ts';

interface FileBlobsOptions {
  readonly read: Queries;
  readonly random: Random;
  readonly clock: Clock;
}

/** Blobs in their rows, large ones in files of a home. The next start removes a file without a row. */
export class FileBlobs implements Blobs {
  /** The folder of all large blobs. */
  readonly spool: string;
  readonly #read: Queries;
  readonly #files: BlobFiles;
  /** Backups in progress that may need files which nothing else needs any more. */
  #keepers = 0;

  constructor(folder: string, { read, random, clock }: FileBlobsOptions) {
    this.spool = folder;
    this.#read = read;
    this.#files = new BlobFiles(folder, random, clock);
  }

  async open(): Promise<void> {
    const made = await mkdir(this.spool, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(this.spool));
    const known = new Set(await this.#inFiles());
    for (const name of await readdir(this.spool)) {
      if (!known.has(name)) await this.removeBytes(name);
    }
  }

  /** Ids of blobs whose bytes are in files. */
  async #inFiles(): Promise<string[]> {
    const rows = await this.#read.selectFrom('blobs').select('id').where('content', 'is', null).execute();
    return rows.map((row) => row.id);
  }

  async prepare(content: Buffer): Promise<PreparedBlob> {
    const [blob] = await this.prepareCopies(content, 1);
    if (!blob) throw new Error('no copy was made');
    return blob;
  }

  async prepareCopies(content: Buffer, count: number): Promise<readonly PreparedBlob[]> {
    if (content.length > INLINE_LIMIT) return this.#files.write(content, count);
    const { length: size } = content;
    return Array.from({ length: count }, () => ({ id: this.#files.newId(), size, inline: content }));
  }

  /** Their files are where they belong. */
  async adopt(): Promise<void> {}

  beginningOf({ id, inline }: PreparedBlob, bytes: number): Buffer {
    return inline?.subarray(0, bytes) ?? this.#files.beginningSync(id, bytes);
  }

  async record(transaction: Transaction, blob: PreparedBlob, accountId: string | null): Promise<void> {
    await insertBlob(transaction, blob, accountId);
  }

  async discard(blob: PreparedBlob): Promise<void> {
    if (blob.inline === null) await this.removeBytes(blob.id);
  }

  async read(id: string): Promise<Buffer | null> {
    const content = await this.#locate(id);
    return typeof content === 'string' ? readFile(content) : content;
  }

  async lend<T>(
    ids: readonly (string | null)[],
    work: (contents: readonly (LentBlob | null)[]) => Promise<T>,
  ): Promise<T> {
    return work(await Promise.all(ids.map((id) => (id === null ? null : this.#locate(id)))));
  }

  async #locate(id: string): Promise<LentBlob | null> {
    const content = await inlineContent(this.#read, id);
    return content === undefined ? null : (content ?? this.#files.pathOf(id));
  }

  async remove(transaction: Transaction, id: string): Promise<void> {
    if (await this.forget(transaction, id)) transaction.onCommit(() => void this.removeBytes(id));
  }

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

  async removeBytes(id: string): Promise<boolean> {
    return this.#keepers === 0 && this.#files.remove(id);
  }

  /** The start does. */
  async removeOrphans(): Promise<void> {}

  async missingFiles(): Promise<string[]> {
    const present = new Set(await readdir(this.spool));
    const missing = (await this.#inFiles()).filter((id) => !present.has(id));
    return missing.map((id) => `the file of blob ${id} is missing`);
  }

  totalBytes(): Promise<number> {
    return totalBytes(this.#read);
  }
}
