import type Database from 'better-sqlite3';
import { NewerDatabaseError, OlderDatabaseError } from '../errors.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { type Migration, statementsFor } from '../migrations/migration.ts';

/** Brings the schema up to date, all open steps or none; returns the versions that were applied. */
export function migrate(
  database: Database.Database,
  appliedAt: number,
  migrations: readonly Migration[] = MIGRATIONS,
): number[] {
  const upgrade = database.transaction((): number[] => {
    database.exec(
      'create table if not exists schema_migrations (version integer primary key, name text not null, applied_at integer not null)',
    );
    const current = knownVersion(database, migrations);
    const open = migrations.filter((migration) => migration.version > current);
    for (const migration of open) {
      for (const statement of statementsFor('sqlite', migration)) database.exec(statement);
      database
        .prepare('insert into schema_migrations (version, name, applied_at) values (?, ?, ?)')
        .run(migration.version, migration.name, appliedAt);
    }
    return open.map((migration) => migration.version);
  });
  return upgrade.immediate();
}

/** The version of a database, 0 when it is empty; throws when these steps can't upgrade it. */
export function knownVersion(
  database: Database.Database,
  migrations: readonly Migration[] = MIGRATIONS,
): number {
  const current = currentVersion(database);
  const known = migrations.at(-1)?.version ?? 0;
  if (current > known) throw new NewerDatabaseError(current, known);
  const oldest = migrations[0]?.version ?? 0;
  if (current > 0 && current < oldest) throw new OlderDatabaseError(current, oldest);
  return current;
}

function currentVersion(database: Database.Database): number {
  const row = database.prepare('select max(version) as version from schema_migrations').get() as {
    version: number | null;
  };
  return row.version ?? 0;
}
