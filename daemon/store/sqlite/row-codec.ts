import type Database from 'better-sqlite3';
import { codecOf } from '../codecs.ts';

/** Converts between the values of SQLite and those of the row types. */

type Row = Record<string, unknown>;
type Decoder = (row: Row) => void;

/**
 * Returns what decodes the rows of a statement; null when no column needs it. SQLite names the table and
 * column that a result comes from, through aliases, joins and subqueries. An expression comes from none, so
 * its value stays as it is.
 */
export function decoderOf(database: Database.Database, statement: Database.Statement): Decoder | null {
  // Of two results with one name, the row has the second.
  const byName = new Map(statement.columns().map((column) => [column.name, column]));
  const decoders = [...byName.values()].flatMap(({ name, table, column }): Decoder[] => {
    if (table === null || column === null) return [];
    switch (codecOf(table, column)) {
      case 'flag':
        return [
          (row) => {
            const value = row[name];
            if (value !== null) row[name] = value === 1;
          },
        ];
      case 'json':
        return [
          (row) => {
            const value = row[name];
            if (value === null) return;
            try {
              row[name] = JSON.parse(value as string);
            } catch {
              // Without its cause, which quotes the text.
              throw new Error(corruption(database, { table, column, value }));
            }
          },
        ];
      default:
        return [];
    }
  });
  if (decoders.length === 0) return null;
  return (row) => {
    for (const decode of decoders) decode(row);
  };
}

interface Corrupt {
  readonly table: string;
  readonly column: string;
  readonly value: unknown;
}

/** The problem with the primary key of the row, which the result may lack. */
function corruption(database: Database.Database, { table, column, value }: Corrupt): string {
  const columns = database.pragma(`table_info("${table}")`) as { name: string; pk: number }[];
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`);
  const row = database
    .prepare(`select ${keys.join()} from "${table}" where "${column}" = ? limit 1`)
    .get(value) as Row | undefined;
  const id = Object.entries(row ?? {}).map(([name, key]) => `${name} ${key}`);
  return `${table}.${column} of the row with ${id.join(', ')} isn't JSON`;
}

/** Parameters as SQLite stores them: booleans as 0 and 1, arrays and plain objects as JSON text. */
export function encodeAll(parameters: readonly unknown[]): readonly unknown[] {
  return parameters.some(needsEncoding) ? parameters.map(encode) : parameters;
}

function needsEncoding(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

function encode(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return needsEncoding(value) ? JSON.stringify(value) : value;
}
