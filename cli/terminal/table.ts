import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import type { Column } from '../views/document.ts';

/** A cell: its text, safe for a terminal, and how to colour what is left of it after fitting. */
export interface Painted {
  readonly plain: string;
  readonly paint: (text: string) => string;
}

const GAP = '  ';
const NARROWEST = 8;

/** Rows under their titles, without lines; flexible columns give way until everything fits the width. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Painted[])[],
  width: number | undefined,
  paintTitle: (title: string) => string,
): string {
  const natural = columns.map((column, index) =>
    Math.max(stringWidth(column.title), ...rows.map((row) => stringWidth(row[index]?.plain ?? ''))),
  );
  const widths = width === undefined ? natural : fitWidths(columns, natural, width);
  const titles = columns.map((column) => ({ plain: column.title.toUpperCase(), paint: paintTitle }));
  return [titles, ...rows].map((row) => renderRow(row, columns, widths)).join('\n');
}

function renderRow(row: readonly Painted[], columns: readonly Column[], widths: readonly number[]): string {
  return row
    .map((cell, index) => {
      const room = widths[index] ?? 0;
      const shown = stringWidth(cell.plain) > room ? cliTruncate(cell.plain, room) : cell.plain;
      const padding = ' '.repeat(Math.max(0, room - stringWidth(shown)));
      if (columns[index]?.align === 'right') return padding + cell.paint(shown);
      return index === row.length - 1 ? cell.paint(shown) : cell.paint(shown) + padding;
    })
    .join(GAP);
}

/** Takes what is too much from the widest flexible column, then from the widest of all. */
function fitWidths(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const room = width - GAP.length * (columns.length - 1);
  for (const mayShrink of [(index: number) => columns[index]?.flexible === true, () => true]) {
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
