/** One page of a list; the cursor leads to the next and is null on the last. */
export interface Page<Row, Cursor = string> {
  readonly rows: readonly Row[];
  readonly next_cursor: Cursor | null;
}

/** Of one row more than asked for, what was asked for; a cursor only when rows remain. */
export function cutPage<Row, Cursor = string>(
  found: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => Cursor,
): Page<Row, Cursor> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > limit && last ? cursorAfter(last) : null };
}
