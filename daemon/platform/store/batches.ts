/** Few sizes keep the number of prepared statements small; the number of parameters limits the largest. */
const SIZES = [100, 10, 1];

/** Splits rows into groups for multi-row statements, in order. */
export function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  let start = 0;
  for (const size of SIZES) {
    for (; rows.length - start >= size; start += size) yield rows.slice(start, start + size);
  }
}
