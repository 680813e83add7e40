import { INLINE_LIMIT } from '../blobs/blobs.ts';
import { StoreError } from '../errors.ts';
import type { Queries } from '../queries.ts';
import { anyTable, type CopiedRow, digestOf, lastRow, rowsAfter, type TableDigest, written } from './rows.ts';
import { COPIED_TABLES, type CopiedTable, DERIVED_TABLES } from './tables.ts';

/** A database to copy from. Nobody writes to it meanwhile, or it's a snapshot. */
export interface CopySource {
  readonly read: Queries;
  /** The bytes of a large blob, wherever they are stored; null when they are missing. */
  readLarge(id: string): Promise<Buffer | null>;
}

/** A database that is copied to. */
export interface CopyTarget extends CopySource {
  /** Runs `work` in a transaction. */
  write(work: (db: Queries) => Promise<unknown>): Promise<void>;
  /** Stores the bytes of a large blob whose row is copied. */
  writeLarge(id: string, content: Buffer): Promise<void>;
  /** Lets new rows get numbers after those of copied ones. */
  setCounters(): Promise<void>;
}

/** Rows that were copied so far. */
export type CopyProgress = (table: string, rows: number) => void;

/** Content that both databases must have. */
export class CopyMismatchError extends StoreError {}

/**
 * Copies all rows and blobs that the target doesn't have yet, so that a copy that was stopped continues, and
 * compares both databases table by table. The target's search index is built when its daemon starts.
 */
export async function copyDatabase(
  source: CopySource,
  target: CopyTarget,
  progress: CopyProgress = () => undefined,
): Promise<readonly TableDigest[]> {
  for (const table of COPIED_TABLES) await copyTable(source, target, { table, progress });
  await copyLargeBlobs(source, target);
  await target.setCounters();
  await target.write(async (db) => {
    await db.updateTable('mailboxes').set({ unindexed_before: Number.MAX_SAFE_INTEGER }).execute();
  });
  return compare(source, target);
}

async function copyTable(
  source: CopySource,
  target: CopyTarget,
  { table, progress }: { readonly table: CopiedTable; readonly progress: CopyProgress },
): Promise<void> {
  let last: CopiedRow | null = await lastRow(target.read, table);
  let count = 0;
  for (;;) {
    const rows = await rowsAfter(source.read, table, last);
    const end = rows.at(-1);
    if (!end) return;
    await target.write(async (db) => {
      const values = rows.map((row) => written(row, table));
      await anyTable(db).insertInto(table.name).values(values).execute();
    });
    last = end;
    count += rows.length;
    progress(table.name, count);
  }
}

/** Copies the bytes of large blobs one by one, and compares each with what the target has then. */
async function copyLargeBlobs(source: CopySource, target: CopyTarget): Promise<void> {
  for await (const { id, size } of largeBlobs(source.read)) {
    const content = await source.readLarge(id);
    if (content?.length !== size) throw new CopyMismatchError(`the bytes of blob ${id} are missing`);
    const isCopied = async () => (await target.readLarge(id))?.equals(content) === true;
    if (await isCopied()) continue;
    await target.writeLarge(id, content);
    if (!(await isCopied())) throw new CopyMismatchError(`the bytes of blob ${id} differ after the copy`);
  }
}

/** Pages of ids, in order. */
const PAGE = 500;

async function* largeBlobs(db: Queries): AsyncGenerator<{ id: string; size: number }> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('blobs')
      .select(['id', 'size'])
      .where((is) => is.or([is('size', '>', INLINE_LIMIT), is('content', 'is', null)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function compare(source: CopySource, target: CopyTarget): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const table of [...COPIED_TABLES, ...DERIVED_TABLES]) {
    const [one, other] = [await digestOf(source.read, table), await digestOf(target.read, table)];
    if (one.sha256 !== other.sha256) {
      throw new CopyMismatchError(
        `${table.name} differs after the copy: ${one.rows} rows in the source, ${other.rows} in the copy`,
      );
    }
    digests.push(one);
  }
  return digests;
}
