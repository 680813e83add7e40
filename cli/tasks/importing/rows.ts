import { UsageError } from '../../errors.ts';
import { addressOf } from '../../input/options/kinds.ts';
import { readCsv } from './csv.ts';

/** A value of a file. */
export interface ImportRow {
  /** Line of the file from 1, or index of the JSON element. */
  readonly line: number;
  readonly value: string;
}

export type Format = 'lines' | 'csv' | 'json';

export interface ImportRows {
  readonly format: Format;
  readonly rows: readonly ImportRow[];
}

/** Column titles for entries, likeliest first. */
const TITLES = [
  'email',
  'e-mail',
  'email_address',
  'email address',
  'address',
  'recipient',
  'sender',
  'pattern',
];
const DELIMITERS = [',', ';', '\t'];

/** Parses entries in any supported format; `column` names a CSV column. */
export function readRows(content: string, column: string | undefined): ImportRows {
  const text = content.replace(/^\uFEFF/, '');
  if (text.trimStart().startsWith('[')) return { format: 'json', rows: jsonRows(text) };
  const table = tableOf(text, column);
  if (table) return { format: 'csv', rows: csvRows(text, table) };
  if (column !== undefined) throw new UsageError(`The first line has no column "${column}".`);
  return { format: 'lines', rows: lineRows(text) };
}

/** One entry per line; blank lines and comments are skipped. */
function lineRows(text: string): ImportRow[] {
  return text
    .split('\n')
    .map((value, index) => ({ line: index + 1, value: addressOf(value.trim()) }))
    .filter(({ value }) => value !== '' && !value.startsWith('#'));
}

interface DelimitedTable {
  readonly delimiter: string;
  /** Position of the column of entries. */
  readonly position: number;
}

/** A file is a table if its first line has the column's title. */
function tableOf(text: string, column: string | undefined): DelimitedTable | undefined {
  const titles = column === undefined ? TITLES : [column.trim().toLowerCase()];
  for (const delimiter of DELIMITERS) {
    const [first] = readCsv(text, delimiter);
    const header = (first?.cells ?? []).map((cell) => cell.trim().toLowerCase());
    const title = titles.find((each) => header.includes(each));
    if (title !== undefined) return { delimiter, position: header.indexOf(title) };
  }
  return undefined;
}

function csvRows(text: string, { delimiter, position }: DelimitedTable): ImportRow[] {
  const rows: ImportRow[] = [];
  let header = true;
  for (const { line, cells } of readCsv(text, delimiter)) {
    if (!header && cells.some((cell) => cell.trim() !== '')) {
      rows.push({ line, value: addressOf((cells[position] ?? '').trim()) });
    }
    header = false;
  }
  return rows;
}

/** Elements are entries, or objects with an `email`, as in answers of lists. */
function jsonRows(text: string): ImportRow[] {
  let elements: unknown;
  try {
    elements = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`Invalid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(elements)) throw new UsageError("The JSON isn't an array.");
  return elements.map((element: unknown, index) => ({ line: index + 1, value: textOf(element) }));
}

function textOf(element: unknown): string {
  if (typeof element === 'string') return addressOf(element.trim());
  if (typeof element === 'object' && element !== null && 'email' in element) return textOf(element.email);
  return JSON.stringify(element);
}
