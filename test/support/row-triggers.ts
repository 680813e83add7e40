import { sql } from 'kysely';
import type { Store } from '../../daemon/platform/store/store.ts';

export interface RowTrigger {
  /** Of the trigger; unique in its database. */
  readonly name: string;
  readonly table: string;
  readonly change: 'insert' | 'update' | 'delete';
  /** One statement, in SQL that both engines understand. It may name the columns of `old` and `new`. */
  readonly statement: string;
}

/** Makes the database itself run a statement for each row that changes. */
export async function addRowTriggers(store: Store, triggers: readonly RowTrigger[]): Promise<void> {
  const definitionsOf = store.engine.name === 'postgres' ? onPostgres : onSqlite;
  await store.write('none', async ({ db }) => {
    for (const definition of triggers.flatMap(definitionsOf)) await sql.raw(definition).execute(db);
  });
}

function onSqlite({ name, table, change, statement }: RowTrigger): string[] {
  return [`create trigger "${name}" after ${change} on "${table}" begin ${statement}; end`];
}

function onPostgres({ name, table, change, statement }: RowTrigger): string[] {
  return [
    `create function "${name}"() returns trigger language plpgsql as $$
     begin ${statement}; return null; end $$`,
    `create trigger "${name}" after ${change} on "${table}" for each row execute function "${name}"()`,
  ];
}
