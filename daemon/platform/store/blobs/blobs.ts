import type { Transaction } from '../transaction.ts';

/** Content that's durable (or small enough for the commit to make it so) and not referred to yet. */
export interface PreparedBlob {
  readonly id: string;
  readonly size: number;
  /** Null when the bytes are stored already. */
  readonly inline: Buffer | null;
}

/** Larger blobs aren't in their rows: they would be written twice, and a row is read as a whole. */
export const INLINE_LIMIT = 64_000;

/** Kind of the jobs that remove objects of deleted blobs from a bucket. */
export const OBJECT_REMOVAL = 'blob.object.remove';

/** The bytes of a blob, or the path of a file with them, for another thread or process of this machine. */
export type LentBlob = Buffer | string;

/**
 * Immutable byte strings. `prepare` before the transaction and `record` inside it: a row always has its
 * bytes.
 */
export interface Blobs {
  /** Folder of this machine in which threads prepare large blobs by themselves, with `BlobFiles`. */
  readonly spool: string;
  prepare(content: Buffer): Promise<PreparedBlob>;
  /** Independent blobs with the same bytes. */
  prepareCopies(content: Buffer, count: number): Promise<readonly PreparedBlob[]>;
  /** Takes over what a thread prepared in the spool. */
  adopt(blobs: readonly PreparedBlob[]): Promise<void>;
  /**
   * Reads at most `bytes` from the beginning of a prepared blob, at once: transactions wait for queries only.
   */
  beginningOf(blob: PreparedBlob, bytes: number): Buffer;
  /** Inserts the row of a prepared blob of an account, or of the service (null). */
  record(transaction: Transaction, blob: PreparedBlob, accountId: string | null): Promise<void>;
  /** Removes a prepared blob whose transaction failed. */
  discard(blob: PreparedBlob): Promise<void>;
  /** Null when it's deleted. */
  read(id: string): Promise<Buffer | null>;
  /**
   * Lends blobs to `work`; null for those that are deleted or have no id. Large ones are files, perhaps
   * copies, which needn't be there after the work. A blob that is deleted meanwhile may be gone.
   */
  lend<T>(
    ids: readonly (string | null)[],
    work: (contents: readonly (LentBlob | null)[]) => Promise<T>,
  ): Promise<T>;
  /** Deletes the row now, and the bytes after the commit. */
  remove(transaction: Transaction, id: string): Promise<void>;
  /** Deletes the row; true when the caller has to remove the bytes after the commit. */
  forget(transaction: Transaction, id: string): Promise<boolean>;
  /** Removes the bytes of a forgotten blob. False when they are still there; call it again later. */
  removeBytes(id: string): Promise<boolean>;
  /** Removes bytes that were stored more than a day ago, and whose rows were never committed. */
  removeOrphans(): Promise<void>;
  totalBytes(): Promise<number>;
}
