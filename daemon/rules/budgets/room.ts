import { defaultReserve } from '../../../shared/disk-reserve.ts';
import type { DiskSpace, MeasuredSpace } from '../../platform/system/disk-space.ts';
import type { SpareSpace } from '../../platform/system/spare-space.ts';

/** The free space of the disk is below its reserve. The code is that of a full disk. */
export class DiskReserveError extends Error {
  readonly code = 'ENOSPC';

  constructor() {
    super('the free space of the disk is below storage.reserve');
    this.name = 'DiskReserveError';
  }
}

export interface RoomParts {
  readonly disk: Pick<DiskSpace, 'measure'>;
  /** The setting `storage.reserve`; null for the default. */
  readonly reserve: () => number | null;
  readonly spare: Pick<SpareSpace, 'keep' | 'release'>;
  /** Called when mail begins and ceases to be refused. */
  readonly onChange: (isScarce: boolean, space: MeasuredSpace) => void;
}

/**
 * Room for new mail: on the disk, of which a reserve is kept so that people can go on signing in, deciding
 * and deleting, and in accounts, for messages whose bytes are being written and don't count as stored yet.
 */
export class Room {
  readonly #parts: RoomParts;
  /** Bytes by account; null is the service. */
  readonly #arriving = new Map<string | null, number>();
  #isScarce = false;

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  /** Bytes that messages being written will take of an account. */
  arrivingFor(accountId: string | null): number {
    return this.#arriving.get(accountId) ?? 0;
  }

  /** Counts bytes as arriving until the returned function is called. */
  reserve(bytesByAccount: ReadonlyMap<string | null, number>): () => void {
    this.#add(bytesByAccount, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(bytesByAccount, -1);
      isHeld = false;
    };
  }

  #add(bytesByAccount: ReadonlyMap<string | null, number>, sign: 1 | -1): void {
    for (const [account, bytes] of bytesByAccount) {
      const sum = this.arrivingFor(account) + sign * bytes;
      if (sum === 0) this.#arriving.delete(account);
      else this.#arriving.set(account, sum);
    }
  }

  /** Whether the disk keeps its reserve after everything that arrives, and `bytes` more, is written. */
  async hasDiskFor(bytes: number): Promise<boolean> {
    const space = await this.#parts.disk.measure();
    let arriving = 0;
    for (const each of this.#arriving.values()) arriving += each;
    const reserve = this.#parts.reserve() ?? defaultReserve(space.total);
    const isScarce = space.free < reserve;
    if (isScarce !== this.#isScarce) {
      this.#isScarce = isScarce;
      this.#parts.onChange(isScarce, space);
    }
    return space.free - arriving - bytes >= reserve;
  }

  /**
   * Called when a write failed for lack of space. True when spare space was released, so that the work can be
   * tried again at once.
   */
  becameFull(error: unknown): boolean {
    return !(error instanceof DiskReserveError) && this.#parts.spare.release();
  }

  /** Keeps spare space for a full disk. */
  keepSpare(): Promise<void> {
    return this.#parts.spare.keep();
  }

  /** Refuses new mail that the disk has no room for. */
  async assertDiskFor(bytes: number): Promise<void> {
    if (!(await this.hasDiskFor(bytes))) throw new DiskReserveError();
  }
}
