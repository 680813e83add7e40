import type Database from 'better-sqlite3';
import { codecOf } from './codecs.ts';
import { textOf } from './packed-text.ts';

/** Converts between the values of SQLite and those of the row types. */

/**
 * Returns what decodes the rows of a statement; null when no column needs it. SQLite names the table and
 * column that a result comes from, through aliases, joins and subqueries. An expression comes from none, so
 * its value stays as it is.
 */
export function decoderOf(
  database: Database.Database,
  statement: Database.Statement,
): ((row: Record<string, unknown>) => void) | null {
  // Of two results with one name, the row has the second.
  const origins = new Map(statement.columns().map((origin) => [origin.name, origin]));
  const coded = (codec: string) =>
    [...origins.values()]
      .filter(({ table, column }) => codecOf(table, column) === codec)
      .map(({ name }) => name);
  const flags = coded('flag');
  const texts = coded('json');
  const packed = coded('packed');
  if (flags.length + texts.length + packed.length === 0) return null;
  return (row) => {
    for (const name of flags) {
      const value = row[name];
      if (value !== null) row[name] = value === 1;
    }
    for (const name of packed) row[name] = textOf(row[name]);
    for (const name of texts) {
      const value = row[name];
      if (value === null) continue;
      try {
        row[name] = JSON.parse(value as string);
      } catch {
        // Without its cause, which quotes the text.
        throw new Error(corruption(database, origins.get(name), value));
      }
    }
  };
}

/** The problem with the primary key of the row, which the result may lack. */
function corruption(
  database: Database.Database,
  origin: Pick<Database.ColumnDefinition, 'table' | 'column'> | undefined,
  text: unknown,
): string {
  const { table, column } = { ...origin };
  const columns = database.pragma(`table_info("${table}")`) as { name: string; pk: number }[];
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`);
  const row =
    database.prepare(`select ${keys} from "${table}" where "${column}" = ? limit 1`).get(text) ?? {};
  const id = Object.entries(row).map(([name, key]) => `${name} ${key}`);
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
