import { sql } from 'kysely';
import type pg from 'pg';
import { StoreError } from '../errors.ts';
import type { Queries } from '../queries.ts';
import { ask } from './client.ts';

/** A database has this table while a copy into it isn't finished. */
const MARK = 'unfinished_copy';

/** Refuses a database that is only a part of a copy. */
export async function assertWhole(client: pg.Client): Promise<void> {
  if (await hasTable(client, MARK)) {
    throw new StoreError(
      'a copy into this database was stopped; repeat the command that began it, or create the database again',
    );
  }
}

/** Refuses to copy into a database with anything but an unfinished copy. Only reads. */
export async function assertReceives(client: pg.Client): Promise<void> {
  if (await hasTable(client, MARK)) return;
  // Every start of a daemon leaves settings.
  for (const table of ['accounts', 'settings']) {
    if ((await hasTable(client, table)) && (await hasRows(client, table))) {
      throw new StoreError('the target already has data of a service; name an empty database');
    }
  }
}

export async function addMark(client: pg.Client): Promise<void> {
  await ask(client, `create table if not exists ${MARK} ()`);
}

export async function removeMark(db: Queries): Promise<void> {
  await sql`drop table ${sql.table(MARK)}`.execute(db);
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await ask(client, { text: 'select to_regclass($1) is not null as found', values: [name] });
  return rows[0]?.found === true;
}

async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  return (await ask(client, `select from ${table} limit 1`)).rowCount > 0;
}
