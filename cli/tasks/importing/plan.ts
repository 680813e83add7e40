import { parseEntry } from '../../../shared/address.ts';
import { type Format, type ImportRow, readRows } from './rows.ts';

/** An invalid row and the reason. */
export interface InvalidRow extends ImportRow {
  readonly reason: string;
}

/** Entries of a file, before anything is sent. */
export interface ImportPlan {
  readonly format: Format;
  /** Non-empty rows. */
  readonly rows: number;
  /** Unique entries with their first line. */
  readonly entries: readonly { readonly line: number; readonly pattern: string }[];
  readonly duplicates: number;
  readonly invalid: readonly InvalidRow[];
}

/** Validates a file with the service's own rules, so that invalid entries cost no budget. */
export function planImport(content: string, column: string | undefined): ImportPlan {
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
