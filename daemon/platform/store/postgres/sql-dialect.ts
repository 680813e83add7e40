import { sql } from 'kysely';
import type { SqlDialect } from '../dialect.ts';
import { ArrayParameter } from './values.ts';

export const POSTGRES: SqlDialect = {
  listOf: (values) => {
    // Without values their type isn't known; nothing equals null.
    if (values.length === 0) return sql`(null)`;
    const type = typeof values[0] === 'number' ? 'bigint' : 'text';
    return sql`(select unnest(${new ArrayParameter(values)}::${sql.raw(type)}[]))`;
  },
  // The planner chooses by statistics.
  unindexed: (column) => sql`${sql.ref(column)}`,
  elementsOf: (column) => sql`json_array_elements(${sql.ref(column)}) as element (value)`,
  // Characters have up to four bytes.
  beginning: (column, bytes) => sql`left(${sql.ref(column)}, ${sql.lit(bytes)})`,
  jsonField: (column, field) => sql`(${sql.ref(column)} ->> ${sql.lit(field)}) collate "C"`,
  jsonItems: (column, list) =>
    sql`json_array_elements(${sql.ref(column)} -> ${sql.lit(list)}) as item (value)`,
  jsonText: (column) => sql`${sql.ref(column)}::text collate "C"`,
};
