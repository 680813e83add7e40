import { sql } from 'kysely';
import type { ObjectBlob } from '../bucket/object-cache.ts';
import type { Queries } from '../queries.ts';
import { ArrayParameter } from './values.ts';

/** A large blob whose bytes are an object of the bucket. Other large blobs have chunks. */
interface BlobObjectsTable {
  blob_id: string;
  /** Hexadecimal digits. */
  sha256: string;
}

function withObjects(db: Queries) {
  return db.withTables<{ blob_objects: BlobObjectsTable }>();
}

export async function insertObject(db: Queries, { id, sha256 }: ObjectBlob): Promise<void> {
  await withObjects(db)
    .insertInto('blob_objects')
    .values({ blob_id: id, sha256 })
    .onConflict((conflict) => conflict.column('blob_id').doUpdateSet({ sha256 }))
    .execute();
}

export async function findObject(db: Queries, id: string): Promise<ObjectBlob | null> {
  const row = await withObjects(db)
    .selectFrom('blob_objects')
    .select('sha256')
    .where('blob_id', '=', id)
    .executeTakeFirst();
  return row ? { id, sha256: row.sha256 } : null;
}

/** Whether there was one. */
export async function deleteObject(db: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await withObjects(db)
    .deleteFrom('blob_objects')
    .where('blob_id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function hasObjects(db: Queries): Promise<boolean> {
  const row = await withObjects(db).selectFrom('blob_objects').select('blob_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Those of some ids that have an object. */
export async function knownObjects(db: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await withObjects(db)
    .selectFrom('blob_objects')
    .select('blob_id')
    .where(sql<boolean>`blob_id = any(${new ArrayParameter(ids)})`)
    .execute();
  return new Set(rows.map((row) => row.blob_id));
}

/** Beginning of the keys of this database's objects. */
export async function objectFolder(db: Queries): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from object_folder`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database has no folder of objects');
  return row.name;
}
