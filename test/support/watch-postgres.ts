import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type pg from 'pg';
import { SERVICE_ACCOUNT } from '../../daemon/platform/store/lock-scope.ts';
import { ask } from '../../daemon/platform/store/postgres/client.ts';
import type { ChangedRow } from './scope-guard.ts';

/** Tables of the engine itself, which no transaction of the service has. */
export const ENGINE_TABLES = [
  'account_locks',
  'blob_chunks',
  'blob_objects',
  'commits',
  'leases',
  // Rows of it follow others; nothing reads it for what it holds.
  'message_search',
  'node_requests',
  'nodes',
  'schema_migrations',
];

/** Counts of attempts belong to no account either. */
const UNWATCHED = [...ENGINE_TABLES, 'throttles'];

const TABLES = `select t.table_name as name,
    case when t.table_name = 'accounts' then 'id' else c.column_name end as owner
  from information_schema.tables t left join information_schema.columns c
    on c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'account_id'
  where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' and t.table_name <> all ($1)`;

const TAKE = CompiledQuery.raw(
  `select current_setting('watch.changes', true) as changes, set_config('watch.changes', '', true)`,
);
const BEGIN = CompiledQuery.raw(`select set_config('watch.on', 'yes', true)`);

/**
 * Makes triggers in a database that note the account of each changed row, also of those that triggers and
 * cascades change. They refuse changes on a connection that isn't watched.
 */
export async function addWatchingTriggers(client: pg.Client): Promise<void> {
  const { rows } = await ask(client, { text: TABLES, values: [UNWATCHED] });
  for (const { name, owner } of rows as { name: string; owner: string | null }[])
    for (const sql of triggersOf(name, owner)) await ask(client, sql);
}

function triggersOf(table: string, owner: string | null): string[] {
  const lines = (change: string, rows: string) =>
    `(select string_agg(distinct concat(${change}, E'\\t${table}\\t', ${owner}, E'\\n'), '') from ${rows} rows)`;
  const note = (...parts: readonly string[]) =>
    `perform set_config('watch.changes', concat(current_setting('watch.changes', true), ${parts.join(', ')}), true);`;
  const trigger = (change: string, rows: string) =>
    `create trigger watch_${change} after ${change} on ${table} referencing ${rows}
       for each statement execute function watch_${table}()`;
  return [
    `create function watch_${table}() returns trigger language plpgsql as $$
     begin
       if current_setting('watch.on', true) is distinct from 'yes' then
         raise exception '% in ${table} is outside of a transaction', lower(tg_op);
       end if;
       case tg_op
         when 'INSERT' then ${note(lines("'insert'", 'new_rows'))}
         when 'DELETE' then ${note(lines("'delete'", 'old_rows'))}
         else ${note(lines("'update'", 'old_rows'), lines("'update'", 'new_rows'))}
       end case;
       return null;
     end $$`,
    trigger('insert', 'new table as new_rows'),
    trigger('delete', 'old table as old_rows'),
    trigger('update', 'old table as old_rows new table as new_rows'),
  ];
}

/** Receives the reports of a connection. An error that it throws fails the statement. */
export interface StatementObserver {
  changing(sql: string): void;
  changed(row: ChangedRow): void;
  ran(sql: string, rows: number): void;
}

/** Lets the transaction of a connection change rows. */
export async function beginWatching(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(BEGIN);
}

/** Reports the statements over a connection, and the rows that they change. */
export function watchConnection(
  connection: DatabaseConnection,
  observer: StatementObserver,
): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const mayChange = !/^\s*select\b/i.test(query.sql);
      if (mayChange) observer.changing(query.sql);
      // Sent at once, so that no statement of another transaction runs between them.
      const running = connection.executeQuery<Row>(query);
      const noted = mayChange ? connection.executeQuery<{ changes: string | null }>(TAKE) : null;
      const [result, changes] = await Promise.allSettled([running, noted]);
      if (result.status === 'rejected') throw result.reason;
      if (changes.status === 'rejected') throw changes.reason;
      for (const row of changedRows(changes.value?.rows[0]?.changes)) observer.changed(row);
      const { rows, numAffectedRows } = result.value;
      observer.ran(query.sql, rows.length || Number(numAffectedRows ?? 0));
      return result.value;
    },
    streamQuery: () => connection.streamQuery(CompiledQuery.raw(''), 1),
  };
}

function changedRows(lines: string | null | undefined): ChangedRow[] {
  return (lines ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [change, table, account = SERVICE_ACCOUNT] = line.split('\t');
      return { change, table, account } as ChangedRow;
    });
}
