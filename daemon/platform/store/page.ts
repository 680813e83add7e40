/** A page of a list; the cursor is null on the last page. */
export interface Page<Row, Cursor = string> {
  readonly rows: readonly Row[];
  readonly next_cursor: Cursor | null;
}

/** Cuts a page from one row more than requested; the cursor is set only when rows remain. */
export function cutPage<Row, Cursor = string>(
  found: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => Cursor,
): Page<Row, Cursor> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > limit && last ? cursorAfter(last) : null };
}
