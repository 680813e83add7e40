import { parseEntry } from '../../shared/address.ts';
import { type Format, type Row, readRows } from './rows.ts';

/** A row whose text is no entry of the list, with the reason for people. */
export interface InvalidRow extends Row {
  readonly reason: string;
}

/** Entries of a file, before anything is sent. */
export interface Plan {
  readonly format: Format;
  /** Rows that hold something. */
  readonly rows: number;
  /** Each entry once, with the line that named it first. */
  readonly entries: readonly { readonly line: number; readonly pattern: string }[];
  readonly duplicates: number;
  readonly invalid: readonly InvalidRow[];
}

/**
 * Sorts a file out with the validator of the service, so that what is invalid costs none of the hourly
 * budget.
 */
export function planImport(content: string, column: string | undefined): Plan {
  const { format, rows } = readRows(content, column);
  const lines = new Map<string, number>();
  const invalid: InvalidRow[] = [];
  for (const row of rows) {
    const entry = parseEntry(row.value);
    if ('problem' in entry) invalid.push({ ...row, reason: entry.problem });
    else if (!lines.has(entry.pattern)) lines.set(entry.pattern, row.line);
  }
  const entries = [...lines].map(([pattern, line]) => ({ line, pattern }));
  return {
    format,
    rows: rows.length,
    entries,
    duplicates: rows.length - invalid.length - entries.length,
    invalid,
  };
}
