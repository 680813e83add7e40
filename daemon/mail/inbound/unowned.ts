import type { PreparedBlob } from '../../platform/store/blobs/blobs.ts';
import type { Peer } from '../../platform/store/schema.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { addressBlock } from '../../platform/system/address-block.ts';
import type { MailContext } from '../context.ts';
import { RecipientGoneError } from './recipient-gone.ts';

/**
 * Mail without an account: to `postmaster@`, `abuse@` and `complaints@`, and unprocessed bounces. Anyone can
 * send it, so it has a budget (setting `postmaster.storage_limit_bytes`), of which each address block gets a
 * share.
 */

/** Bytes of text that the outbox stores beside the message. */
export const SHOWN_BYTES = 100_000;
/** Minimum bytes counted per message: rows, indexes and the rest of a page. Bounds the number of rows too. */
const LEAST_BYTES = 4096;
/** One address block gets 1/SHARES of the budget. */
const SHARES = 10;

export type UnownedRoom = 'accepted' | 'over_storage' | 'too_large';

interface UnownedOffer {
  readonly from: string;
  /** Bytes of the message. */
  readonly size: number;
  readonly copies?: number;
}

/** Whether a message fits the budget and its address block's share. */
export async function roomForUnowned(
  { settings }: Pick<MailContext, 'settings'>,
  db: Queries,
  { from, size, copies = 1 }: UnownedOffer,
): Promise<UnownedRoom> {
  const limit = settings.get('postmaster.storage_limit_bytes');
  const share = Math.floor(limit / SHARES);
  if (bytesTaken(size) > share) return 'too_large';
  const bytes = copies * bytesTaken(size);
  const used = await unownedBytes(db);
  if (used + bytes > limit) return 'over_storage';
  const usedBySource = await unownedBytes(db, addressBlock(from));
  return usedBySource + bytes > share ? 'over_storage' : 'accepted';
}

/** Records and counts the blob; throws when it no longer fits. */
export async function recordUnowned(
  context: Pick<MailContext, 'settings' | 'store'>,
  transaction: Transaction,
  { peer, copy }: { readonly peer: Peer; readonly copy: PreparedBlob },
): Promise<void> {
  const from = peer.via === 'smtp' ? peer.address : '';
  const room = await roomForUnowned(context, transaction.db, { from, size: copy.size });
  if (room !== 'accepted') throw new RecipientGoneError(room);
  await context.store.blobs.record(transaction, copy, null);
  await transaction.db
    .insertInto('unowned_mail')
    .values({ blob_id: copy.id, source: addressBlock(from), bytes: bytesTaken(copy.size) })
    .execute();
}

/** Moves the counted bytes of a blob to its copy. */
export async function moveUnowned({ db }: Transaction, from: string, to: string): Promise<void> {
  await db.updateTable('unowned_mail').set({ blob_id: to }).where('blob_id', '=', from).execute();
}

/** Bytes in use, in total or by one address block. */
export async function unownedBytes(db: Queries, source?: string): Promise<number> {
  let rows = db.selectFrom('unowned_mail');
  if (source !== undefined) rows = rows.where('source', '=', source);
  const { bytes } = await rows
    .select((select) => select.fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

function bytesTaken(size: number): number {
  return Math.max(LEAST_BYTES, size + Math.min(size, SHOWN_BYTES));
}
