import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { INLINE_LIMIT } from '../blobs/blobs.ts';
import type { Queries } from '../queries.ts';
import type { CopiedTable } from './tables.ts';

/** A row of any table, as features see it. */
export type CopiedRow = Readonly<Record<string, unknown>>;

/** Rows of a table, and a digest of their content that is the same on each engine. */
export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  readonly sha256: string;
}

/** Rows read and written at once. Those of blobs have up to 64 KB each. */
const BATCH = 250;

/** Queries on tables whose columns aren't known here. */
export function anyTable(db: Queries): Kysely<Record<string, Record<string, unknown>>> {
  return db as unknown as Kysely<Record<string, Record<string, unknown>>>;
}

/** Null for large bytes, wherever they are stored: they are copied and compared one by one. */
const SMALL_BYTES = sql<Buffer | null>`case when size > ${sql.lit(INLINE_LIMIT)} then null else content end`;

/** The next rows in the order of the table's key. */
export function rowsAfter(
  db: Queries,
  { name, key, besidesBytes }: CopiedTable,
  last: CopiedRow | null,
): Promise<CopiedRow[]> {
  const table = anyTable(db).selectFrom(name).limit(BATCH);
  let query = besidesBytes ? table.select([...besidesBytes, SMALL_BYTES.as('content')]) : table.selectAll();
  for (const column of key) query = query.orderBy(column);
  if (last) {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const values = sql.join(key.map((column) => sql`${last[column]}`));
    query = query.where(sql<boolean>`(${columns}) > (${values})`);
  }
  return query.execute();
}

/** A row that was read, as it's written. */
export function written(row: CopiedRow, { json = [] }: CopiedTable): CopiedRow {
  const texts = json.map((column) => [column, row[column] == null ? null : JSON.stringify(row[column])]);
  return { ...row, ...Object.fromEntries(texts) };
}

/** The last row of a table, in that order. */
export async function lastRow(db: Queries, { name, key }: CopiedTable): Promise<CopiedRow | null> {
  let query = anyTable(db)
    .selectFrom(name)
    .select([...key])
    .limit(1);
  for (const column of key) query = query.orderBy(column, 'desc');
  return (await query.executeTakeFirst()) ?? null;
}

/** State of the search index, which each database builds for itself. */
const NOT_CONTENT = new Set(['unindexed_before']);

export async function digestOf(db: Queries, table: CopiedTable): Promise<TableDigest> {
  const hash = createHash('sha256');
  let rows = 0;
  let last: CopiedRow | null = null;
  for (;;) {
    const batch: CopiedRow[] = await rowsAfter(db, table, last);
    const end = batch.at(-1);
    if (!end) return { table: table.name, rows, sha256: hash.digest('hex') };
    for (const row of batch) hash.update(canonical(row));
    rows += batch.length;
    last = end;
  }
}

function canonical(row: CopiedRow): string {
  const columns = Object.keys(row).filter((column) => !NOT_CONTENT.has(column));
  const values = columns.sort().map((column) => {
    const value = row[column];
    return [column, Buffer.isBuffer(value) ? value.toString('base64') : value];
  });
  // PostgreSQL stores no U+0000.
  return JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value,
  );
}
