import type pg from 'pg';
import { NewerDatabaseError } from '../errors.ts';
import { MIGRATIONS, SCHEMA_VERSIONS } from '../migrations/index.ts';
import { BASELINE } from './baseline/index.ts';
import { ask } from './client.ts';

/** The migration of SQLite after which a database has the tables of the baseline. */
export const BASELINE_VERSION = 42;
/** Any number, the same in all daemons; only one of them migrates at a time. */
export const MIGRATION_LOCK = 43_102_525;

/** Brings the schema up to date, all open steps or none; returns the versions that were applied. */
export async function migrate(client: pg.Client, appliedAt: number): Promise<number[]> {
  await ask(client, 'begin');
  try {
    await ask(client, { text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
    const applied = await migrateInTransaction(client, appliedAt);
    await ask(client, 'commit');
    return applied;
  } catch (error) {
    await ask(client, 'rollback').catch(() => undefined);
    throw error;
  }
}

async function migrateInTransaction(client: pg.Client, appliedAt: number): Promise<number[]> {
  await ask(
    client,
    'create table if not exists schema_migrations (version bigint primary key, name text not null, applied_at bigint not null)',
  );
  const { rows } = await ask(client, 'select max(version) as version from schema_migrations');
  const current = Number((rows[0] as { version: number | null }).version ?? 0);
  if (current > SCHEMA_VERSIONS.latest) throw new NewerDatabaseError(current, SCHEMA_VERSIONS.latest);
  const open = [
    { version: BASELINE_VERSION, name: 'baseline', statements: BASELINE },
    ...MIGRATIONS.filter(({ version }) => version > BASELINE_VERSION),
  ].filter(({ version }) => version > current);
  for (const { version, name, statements } of open) {
    for (const statement of statements) await ask(client, statement);
    const values = [version, name, appliedAt];
    await ask(client, {
      text: 'insert into schema_migrations (version, name, applied_at) values ($1, $2, $3)',
      values,
    });
  }
  return open.map(({ version }) => version);
}
