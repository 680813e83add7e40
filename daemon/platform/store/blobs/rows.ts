import type { Selectable } from 'kysely';
import { pack, unpack } from '../packing.ts';
import { prepareQuery } from '../prepared.ts';
import type { Queries } from '../queries.ts';
import type { BlobsTable } from '../schema.ts';
import type { Transaction } from '../transaction.ts';
import type { PreparedBlob } from './blobs.ts';

const insert = prepareQuery<Selectable<BlobsTable>>()((db, param) =>
  db.insertInto('blobs').values({
    id: param('id'),
    account_id: param('account_id'),
    size: param('size'),
    content: param('content'),
    packed: param('packed'),
    created_at: param('created_at'),
  }),
);

/** Inserts the row of a prepared blob of an account, or of the service (null). */
export async function insertBlob(
  transaction: Transaction,
  { id, size, inline }: PreparedBlob,
  accountId: string | null,
): Promise<void> {
  const packed = inline && pack(inline);
  await insert(transaction.db, {
    id,
    account_id: accountId,
    size,
    content: packed ?? inline,
    packed: packed !== null,
    created_at: transaction.now,
  });
}

const findContent = prepareQuery<{ id: string }>()((db, param) =>
  db.selectFrom('blobs').select(['content', 'packed']).where('id', '=', param('id')),
);

/** The bytes in the row of a blob: null when they are elsewhere, undefined when it's deleted. */
export async function inlineContent(db: Queries, id: string): Promise<Buffer | null | undefined> {
  const [row] = (await findContent(db, { id })).rows;
  return row?.content && row.packed ? unpack(row.content) : row?.content;
}

/** Sizes of all blobs together. */
export async function totalBytes(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('blobs')
    .select((select) => select.fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirstOrThrow();
  return row.bytes ?? 0;
}
