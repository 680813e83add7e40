import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import type { Column } from '../views/document.ts';

/** A cell's text, safe for a terminal, and its colour after fitting. */
export interface PaintedCell {
  readonly plain: string;
  readonly paint: (text: string) => string;
  /** Shortens it in a way of its own. */
  readonly shorten?: (room: number) => string;
}

interface PaintedTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly PaintedCell[])[];
}

const GAP = '  ';
const NARROWEST = 8;
/** Minimum useful width of flexible columns. */
const READABLE = 16;

/** Renders rows under titles; flexible columns shrink to fit the width. */
export function renderTable(
  { columns, rows }: PaintedTable,
  width: number | undefined,
  paintTitle: (title: string) => string,
): string {
  const natural = columns.map((column, index) =>
    Math.max(stringWidth(column.title), ...rows.map((row) => stringWidth(row[index]?.plain ?? ''))),
  );
  if (width !== undefined && !hasRoom(columns, natural, width)) {
    return renderStacked({ columns, rows }, width, paintTitle);
  }
  const widths = width === undefined ? natural : fitWidths(columns, natural, width);
  const titles = columns.map((column) => ({ plain: column.title.toUpperCase(), paint: paintTitle }));
  return [titles, ...rows].map((row) => renderRow(row, columns, widths)).join('\n');
}

/** Whether fixed columns leave enough room for the others. */
function hasRoom(columns: readonly Column[], natural: readonly number[], width: number): boolean {
  if (!columns.some(({ whole }) => whole)) return true;
  const least = natural.map((each, index) => (columns[index]?.flexible ? Math.min(each, READABLE) : each));
  return least.reduce((sum, each) => sum + each, 0) + GAP.length * (columns.length - 1) <= width;
}

/** Renders rows without fixed columns, which follow on lines below. */
function renderStacked(
  { columns, rows }: PaintedTable,
  width: number,
  paintTitle: (title: string) => string,
): string {
  const isBeside = (_: unknown, index: number) => !columns[index]?.whole;
  const [titles, ...beside] = renderTable(
    { columns: columns.filter(isBeside), rows: rows.map((row) => row.filter(isBeside)) },
    width,
    paintTitle,
  ).split('\n');
  const below = (row: readonly PaintedCell[]) =>
    row.flatMap(({ plain, paint }, index) => {
      const column = columns[index];
      return column?.whole ? [`${GAP}${paintTitle(column.title)} ${paint(plain)}`] : [];
    });
  return [titles, ...beside.flatMap((line, index) => [line, ...below(rows[index] ?? [])])].join('\n');
}

function renderRow(
  row: readonly PaintedCell[],
  columns: readonly Column[],
  widths: readonly number[],
): string {
  return row
    .map((cell, index) => {
      const room = widths[index] ?? 0;
      const shorten = cell.shorten ?? ((columns: number) => cliTruncate(cell.plain, columns));
      const shown = stringWidth(cell.plain) > room ? shorten(room) : cell.plain;
      const padding = ' '.repeat(Math.max(0, room - stringWidth(shown)));
      if (columns[index]?.align === 'right') return padding + cell.paint(shown);
      return index === row.length - 1 ? cell.paint(shown) : cell.paint(shown) + padding;
    })
    .join(GAP);
}

/** Shrinks the widest flexible column, then the widest of all. */
function fitWidths(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const room = width - GAP.length * (columns.length - 1);
  for (const mayShrink of [
    (index: number) => columns[index]?.flexible === true,
    (index: number) => !columns[index]?.whole,
  ]) {
    let excess = widths.reduce((sum, each) => sum + each, 0) - room;
    while (excess > 0) {
      const widest = widestIndex(widths, mayShrink);
      if (widest === undefined) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
      excess -= 1;
    }
  }
  return widths;
}

function widestIndex(widths: readonly number[], mayShrink: (index: number) => boolean): number | undefined {
  let widest: number | undefined;
  widths.forEach((each, index) => {
    if (!mayShrink(index) || each <= NARROWEST) return;
    if (widest === undefined || each > (widths[widest] ?? 0)) widest = index;
  });
  return widest;
}
