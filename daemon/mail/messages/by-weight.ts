/** Groups messages in order, up to the bytes that are looked at together, or a single larger one. */
export function byWeight<Row extends { readonly size_bytes: number }>(
  rows: readonly Row[],
  most: number,
): Row[][] {
  const groups: Row[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    weight += row.size_bytes;
    if (weight > most) {
      groups.push([]);
      weight = row.size_bytes;
    }
    groups.at(-1)?.push(row);
  }
  return groups;
}
