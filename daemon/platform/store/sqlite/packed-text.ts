import type Database from 'better-sqlite3';
import { pack, unpack } from '../packing.ts';

/** Texts that are stored as bytes where packing saves space, and as text elsewhere. */

/** Name of the SQL function through which statements store such a text. */
export const PACKED = 'packed';
/** Name of the function that gives its bytes. */
export const UNPACKED = 'unpacked';

/** Gives a connection the functions of packed texts. */
export function defineTextFunctions(database: Database.Database): void {
  const options = { deterministic: true, directOnly: true };
  database.function(PACKED, options, (value: unknown) =>
    typeof value === 'string' ? (pack(Buffer.from(value)) ?? value) : value,
  );
  database.function(UNPACKED, options, (value: Buffer) => unpack(value));
}

/** A stored text as features see it. */
export function textOf(stored: unknown): unknown {
  return Buffer.isBuffer(stored) ? unpack(stored).toString() : stored;
}
