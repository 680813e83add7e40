/** Few sizes, so that few statements have to be prepared and kept; the largest is bounded by its parameters. */
const SIZES = [100, 10, 1];

/** Cuts rows into the groups that multi-row statements write, in their order. */
export function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  let start = 0;
  for (const size of SIZES) {
    for (; rows.length - start >= size; start += size) yield rows.slice(start, start + size);
  }
}
