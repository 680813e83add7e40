/** The default of `storage.reserve` is this share of the disk, at most MOST_RESERVED bytes. */
const RESERVED_SHARE = 0.05;
const MOST_RESERVED = 1_000_000_000;

/** Free bytes of a disk of `total` bytes that new mail leaves by default. */
export function defaultReserve(total: number): number {
  return Math.min(MOST_RESERVED, total * RESERVED_SHARE);
}
