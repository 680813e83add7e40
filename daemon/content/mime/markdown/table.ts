import type { DomNode, FormatCallback } from 'html-to-text';
import { formatTable, joined, type RowRules, rowFormat, tidy } from '../html-formats.ts';
import { LINE_SYNTAX, MARK, TARGETS } from './marks.ts';

/** Wider tables are data for programs; their rows are written as text. */
const MAX_COLUMNS = 40;
const MAX_ROWS = 2000;
/** Lines of a cell in a table, whose rows are lines. */
const MAX_CELL_LINES = 3;

const ROW_RULES: RowRules = { isAlone: (cell) => LINE_SYNTAX.test(cell), unseen: TARGETS };
const formatTextRow = rowFormat(ROW_RULES);

/**
 * The cells of a table of data, by its rows, which are walked like all others so that hidden ones are left
 * out.
 */
const collected = new WeakMap<DomNode, string[][]>();

/** Formats a table of data as a table, and one that lays out a newsletter as text in reading order. */
export const formatMarkdownTable: FormatCallback = (table, walk, builder, options) => {
  const rows = dataRows(table);
  if (rows === null) return formatTable(table, walk, builder, options);
  const texts: string[][] = [];
  for (const row of rows) collected.set(row, texts);
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(table.children, builder);
  const blockTransform = (caption: string) => [tidy(caption), tableOf(texts)].filter(Boolean).join('\n\n');
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform });
};

export const formatMarkdownRow: FormatCallback = (row, walk, builder, options) => {
  const rows = collected.get(row);
  if (rows === undefined) return formatTextRow(row, walk, builder, options);
  const cells: string[] = [];
  rows.push(cells);
  for (const cell of row.children.filter(isCell)) {
    builder.openBlock({ leadingLineBreaks: 1 });
    walk([cell], builder);
    const blockTransform = (text: string) => {
      cells.push(tidy(text));
      return '';
    };
    builder.closeBlock({ trailingLineBreaks: 1, blockTransform });
  }
};

function isCell({ name }: DomNode): boolean {
  return name === 'td' || name === 'th';
}

function tableOf(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  if (!rows.flat().every(fitsCell)) {
    return rows.map((cells) => joined(cells, ROW_RULES)).join('\n');
  }
  const [head = [], ...body] = rows.map(lineOf);
  const rule = `${MARK.pipe}${`${MARK.dash.repeat(3)}${MARK.pipe}`.repeat(rows[0]?.length ?? 0)}`;
  return [head, rule, ...body].join('\n');
}

function fitsCell(cell: string): boolean {
  return !LINE_SYNTAX.test(cell) && !cell.includes('\n\n') && cell.split('\n').length <= MAX_CELL_LINES;
}

function lineOf(cells: readonly string[]): string {
  return `${MARK.pipe}${cells.map((cell) => ` ${cell.replaceAll('\n', ' ')} ${MARK.pipe}`).join('')}`;
}

/** The rows of a table with a head row or borders, as many in each row, without tables in them; else null. */
function dataRows(table: DomNode): DomNode[] | null {
  if (/^(?:presentation|none)$/i.test(table.attribs.role ?? '')) return null;
  const rows = rowsOf(table);
  const cells = rows.map((row) => row.children.filter(isCell));
  const columns = cells[0]?.length ?? 0;
  if (columns < 2 || columns > MAX_COLUMNS || rows.length < 2 || rows.length > MAX_ROWS) return null;
  if (!cells.every((row) => row.length === columns && row.every(isPlain))) return null;
  const isHeaded = cells[0]?.every(({ name }) => name === 'th') === true || rows[0]?.parent?.name === 'thead';
  if (!isHeaded && !(Number(table.attribs.border) > 0)) return null;
  return table.children.some(holdsTable) ? null : rows;
}

function rowsOf(table: DomNode): DomNode[] {
  return table.children.flatMap((child) => {
    if (child.name === 'tr') return [child];
    if (child.name !== 'thead' && child.name !== 'tbody' && child.name !== 'tfoot') return [];
    return child.children.filter(({ name }) => name === 'tr');
  });
}

function isPlain({ attribs }: DomNode): boolean {
  return Number(attribs.colspan ?? '1') === 1 && Number(attribs.rowspan ?? '1') === 1;
}

function holdsTable({ name, children }: DomNode): boolean {
  return name === 'table' || (children ?? []).some(holdsTable);
}
