import { sql } from 'kysely';
import type { Queries } from '../queries.ts';

/** PostgreSQL compresses and reads a value as a whole, so a large blob is stored in parts. */
const CHUNK_BYTES = 256 * 1024;

/** Runs one statement in a transaction of its own. */
export type WriteAlone = (work: (db: Queries) => Promise<unknown>) => Promise<unknown>;

/** A part of a large blob. It's written before the row of the blob. */
interface BlobChunksTable {
  blob_id: string;
  n: number;
  bytes: Buffer;
}

function withChunks(db: Queries) {
  return db.withTables<{ blob_chunks: BlobChunksTable }>();
}

/** Writes each chunk in a transaction of its own, so that none is long. */
export async function writeChunks(write: WriteAlone, id: string, content: Buffer): Promise<void> {
  for (let n = 0; n * CHUNK_BYTES < content.length; n++) {
    const bytes = content.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES);
    await write((db) => withChunks(db).insertInto('blob_chunks').values({ blob_id: id, n, bytes }).execute());
  }
}

export function deleteChunks(db: Queries, id: string): Promise<unknown> {
  return withChunks(db).deleteFrom('blob_chunks').where('blob_id', '=', id).execute();
}

export async function readChunks(db: Queries, id: string): Promise<Buffer> {
  const rows = await withChunks(db)
    .selectFrom('blob_chunks')
    .select('bytes')
    .where('blob_id', '=', id)
    .orderBy('n')
    .execute();
  return Buffer.concat(rows.map(({ bytes }) => bytes));
}

/** Deletes chunks older than a day of blobs that don't exist. Rows of younger ones may still be committed. */
export async function deleteOrphanChunks(db: Queries): Promise<void> {
  await sql`delete from blob_chunks where at < now() - interval '1 day'
    and not exists (select 1 from blobs where blobs.id = blob_chunks.blob_id)`.execute(db);
}
