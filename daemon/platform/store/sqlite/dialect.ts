import { sql } from 'kysely';
import type { SqlDialect } from '../dialect.ts';
import { UNPACKED } from './packed-text.ts';

export const SQLITE: SqlDialect = {
  listOf: (values) => sql`(select value from json_each(${values}))`,
  unindexed: (column) => sql`+${sql.ref(column)}`,
  elementsOf: (column) => sql`json_each(${sql.ref(column)})`,
  // Taken by bytes: `substr` of a text ends at U+0000, which older rows may have.
  beginning(column, bytes) {
    const text = sql.ref(column);
    const unpacked = sql`case typeof(${text}) when 'blob' then ${sql.raw(UNPACKED)}(${text}) else cast(${text} as blob) end`;
    return sql`cast(substr(${unpacked}, 1, ${sql.lit(bytes)}) as text)`;
  },
  jsonField: (column, field) => sql`${sql.ref(column)} ->> ${sql.lit(field)}`,
  jsonItems: (column, list) => sql`json_each(${sql.ref(column)}, ${sql.lit(`$.${list}`)}) as item`,
  jsonText: (column) => sql`${sql.ref(column)}`,
};
