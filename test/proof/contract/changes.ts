import { sql } from 'kysely';
import { addRowTriggers, type RowTrigger } from '../../support/row-triggers.ts';
import type { Service } from '../../support/service.ts';

/** Changes of requests to the database, recorded by triggers on every table. */

export interface Change {
  readonly table: string;
  readonly act: 'insert' | 'update' | 'delete';
  /** Columns that an update gave another value; of an audit row its kind. */
  readonly columns: readonly string[];
}

/** Tables of an engine: of SQLite's virtual table, and of the coordination of PostgreSQL's nodes. */
const OF_ENGINE =
  /^(?:sqlite_|message_search|seen_|schema_migrations$|account_locks$|blob_(?:chunks|objects)$|commits$|leases$|nodes$)/;

const ACTS = ['insert', 'update', 'delete'] as const;

/** Starts noting. */
export async function noteChanges(service: Service): Promise<void> {
  const { store } = service.daemon.context;
  const tables = await store.read.introspection.getTables();
  await store.write('none', ({ db }) =>
    sql`create table seen_changes ("table" text, act text, columns text)`.execute(db),
  );
  await addRowTriggers(
    store,
    tables
      .filter(({ name }) => !OF_ENGINE.test(name))
      .flatMap(({ name, columns }) => ACTS.map((act) => triggerOf(name, act, columns))),
  );
}

function triggerOf(table: string, act: Change['act'], columns: readonly { name: string }[]): RowTrigger {
  const changed = columns.map(
    // PostgreSQL can't compare values of the type json.
    ({ name }) => `case when cast(old."${name}" as text) is distinct from cast(new."${name}" as text)
      then '${name} ' else '' end`,
  );
  const noted = {
    insert: table === 'audit_log' ? 'new.kind' : "''",
    update: changed.join(' || '),
    delete: "''",
  };
  return {
    name: `seen_${act}_${table}`,
    table,
    change: act,
    statement: `insert into seen_changes ("table", act, columns) values ('${table}', '${act}', ${noted[act]})`,
  };
}

/** Changes since the last call. */
export async function takeChanges(service: Service): Promise<Change[]> {
  const { store } = service.daemon.context;
  const { rows } = await sql<{ table: string; act: Change['act']; columns: string }>`
    select "table", act, columns from seen_changes`.execute(store.read);
  if (rows.length > 0) await store.write('none', ({ db }) => sql`delete from seen_changes`.execute(db));
  return rows
    .map(({ table, act, columns }) => ({ table, act, columns: columns.split(' ').filter(Boolean) }))
    .filter(({ act, columns }) => act !== 'update' || columns.length > 0);
}
