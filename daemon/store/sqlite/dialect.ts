import { sql } from 'kysely';
import type { SqlDialect } from '../dialect.ts';

export const SQLITE: SqlDialect = {
  listOf: (values) => sql`(select value from json_each(${values}))`,
  unindexed: (column) => sql`+${sql.ref(column)}`,
  // Taken by bytes: `substr` of a text ends at U+0000, which older rows may have.
  beginning: (column, bytes) =>
    sql`cast(substr(cast(${sql.ref(column)} as blob), 1, ${sql.lit(bytes)}) as text)`,
};
