import type pg from 'pg';
import { NewerDatabaseError } from '../errors.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { type Migration, statementsFor } from '../migrations/migration.ts';
import { MIGRATION_LOCK } from './advisory-locks.ts';
import { BASELINE } from './baseline/index.ts';
import { ask } from './client.ts';

/** The migration of SQLite after which a database has the tables of the baseline. */
export const BASELINE_VERSION = 42;

/**
 * Brings the schema up to date, all open steps or none; returns the versions that were applied. A newer
 * schema stays if this program can work with it. Nodes whose programs can't work with the new one are ended,
 * so that they commit nothing more.
 */
export async function migrate(
  client: pg.Client,
  appliedAt: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<number[]> {
  await ask(client, 'begin');
  try {
    await waitForOthers(client);
    const applied = await migrateInTransaction(client, appliedAt, migrations);
    await ask(client, 'commit');
    return applied;
  } catch (error) {
    await ask(client, 'rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * A migration may take long. Locks of tables have the usual time limit: whoever waits for one keeps others
 * out.
 */
async function waitForOthers(client: pg.Client): Promise<void> {
  const { rows } = await ask(client, "select current_setting('lock_timeout') as usual");
  await ask(client, 'set local lock_timeout = 0');
  await ask(client, { text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
  await ask(client, { text: "select set_config('lock_timeout', $1, true)", values: [rows[0]?.usual] });
}

async function migrateInTransaction(
  client: pg.Client,
  appliedAt: number,
  migrations: readonly Migration[],
): Promise<number[]> {
  await prepareTable(client);
  const { version: current, works_with: worksWith } = await schemaOf(client);
  const latest = migrations.at(-1)?.version ?? 0;
  if (current > latest && worksWith > latest) throw new NewerDatabaseError(current, latest);
  const open = [
    { version: BASELINE_VERSION, name: 'baseline', statements: BASELINE },
    ...migrations.filter(({ version }) => version > BASELINE_VERSION),
  ].filter(({ version }) => version > current);
  for (const migration of open) {
    for (const statement of statementsFor('postgres', migration)) await ask(client, statement);
    const { version, name, worksWith: oldest = version } = migration;
    await ask(client, {
      text: 'insert into schema_migrations (version, name, applied_at, works_with) values ($1, $2, $3, $4)',
      values: [version, name, appliedAt, oldest],
    });
  }
  await endOlderNodes(client, worksWith);
  return open.map(({ version }) => version);
}

/** Ends nodes that can't work with the schema, to which all could before. */
async function endOlderNodes(client: pg.Client, before: number): Promise<void> {
  const { works_with: now } = await schemaOf(client);
  if (now === before) return;
  // A program from before the column may be as old as was allowed.
  await ask(client, { text: 'delete from nodes where coalesce(schema, $1) < $2', values: [before, now] });
}

const TABLE = `create table if not exists schema_migrations
  (version bigint primary key, name text not null, applied_at bigint not null, works_with bigint)`;
const HAS_COLUMN = `select from information_schema.columns
  where table_schema = current_schema() and table_name = 'schema_migrations' and column_name = 'works_with'`;

async function prepareTable(client: pg.Client): Promise<void> {
  await ask(client, TABLE);
  // Adding it again would lock the table.
  const { rowCount } = await ask(client, HAS_COLUMN);
  if (rowCount === 0) await ask(client, 'alter table schema_migrations add column works_with bigint');
}

/** The oldest schema version whose programs can work with the schema: the highest of all migrations. */
export const WORKS_WITH = 'select coalesce(max(coalesce(works_with, version)), 0) from schema_migrations';

/** The version of the schema, and the oldest one whose programs can work with it. */
export async function schemaOf(client: pg.Client): Promise<{ version: number; works_with: number }> {
  const { rows } = await ask(
    client,
    `select coalesce(max(version), 0) as version, (${WORKS_WITH}) as works_with from schema_migrations`,
  );
  return rows[0] as { version: number; works_with: number };
}
