import { sql } from 'kysely';
import type { Service } from '../../support/service.ts';

/** Changes of requests to the database, recorded by triggers on every table. */

export interface Change {
  readonly table: string;
  readonly act: 'insert' | 'update' | 'delete';
  /** Columns that an update gave another value; of an audit row its kind. */
  readonly columns: readonly string[];
}

/** Tables whose rows are kept by SQLite for a virtual table, and its own. */
const SHADOW = /^(?:sqlite_|message_search|seen_|schema_migrations$)/;

/** Starts noting. */
export async function noteChanges(service: Service): Promise<void> {
  const { store } = service.daemon.context;
  const tables = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'table' order by name`.execute(store.read);
  await store.write('none', async ({ db }) => {
    await sql`create table seen_changes (at integer primary key, "table" text, act text, columns text)`.execute(
      db,
    );
    for (const { name, sql: definition } of tables.rows) {
      if (SHADOW.test(name) || /^create virtual/i.test(definition)) continue;
      const columns = await sql<{ name: string }>`select name from pragma_table_info(${name})`.execute(db);
      for (const act of ['insert', 'update', 'delete'] as const) {
        await sql
          .raw(
            trigger(
              name,
              act,
              columns.rows.map((column) => column.name),
            ),
          )
          .execute(db);
      }
    }
  });
}

function trigger(table: string, act: Change['act'], columns: readonly string[]): string {
  const changed =
    act === 'update'
      ? columns
          .map((name) => `case when old."${name}" is not new."${name}" then '${name} ' else '' end`)
          .join(' || ')
      : act === 'insert' && table === 'audit_log'
        ? 'new.kind'
        : "''";
  return `create trigger "seen_${act}_${table}" after ${act} on "${table}" begin
    insert into seen_changes ("table", act, columns) values ('${table}', '${act}', ${changed}); end`;
}

/** Changes since the last call. */
export async function takeChanges(service: Service): Promise<Change[]> {
  const { store } = service.daemon.context;
  const { rows } = await sql<{ table: string; act: Change['act']; columns: string }>`
    select "table", act, columns from seen_changes order by at`.execute(store.read);
  if (rows.length > 0) await store.write('none', ({ db }) => sql`delete from seen_changes`.execute(db));
  return rows
    .map(({ table, act, columns }) => ({ table, act, columns: columns.split(' ').filter(Boolean) }))
    .filter(({ act, columns }) => act !== 'update' || columns.length > 0);
}
