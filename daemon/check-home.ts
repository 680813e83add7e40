import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { explain } from './explain.ts';
import { readValue } from './settings/settings.ts';
import { assertDatabaseKept, hasSchema } from './store/lost-database.ts';
import { knownVersion } from './store/migrations/index.ts';
import { DATABASE_FILE } from './store/store.ts';
import { readSecrets } from './system/secrets.ts';

const SHOWN = 3;

/** Problems that would keep a home without a daemon from starting, in sentences. Only reads. */
export function homeProblems(home: string): string[] {
  const file = join(home, DATABASE_FILE);
  let database: Database.Database | undefined;
  try {
    assertDatabaseKept(home);
    if (!existsSync(file)) return [];
    database = new Database(file, { readonly: true });
    const damage = damageOf(database);
    if (damage.length > 0) return [`${file} is damaged: ${damage.join('; ')}`];
    if (hasSchema(database) && knownVersion(database) > 0) assertSecret(database, home);
    return [];
  } catch (error) {
    return [explain(error, home)];
  } finally {
    database?.close();
  }
}

/** Runs SQLite's quick check: comparing indexes with tables would read everything. */
function damageOf(database: Database.Database): string[] {
  const rows = database.pragma(`quick_check(${SHOWN})`) as { quick_check: string }[];
  return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
}

/** Checks that the secret exists if the database needs it, and opens sealed values. */
function assertSecret(database: Database.Database, home: string): void {
  const values = database.prepare('select value from settings').pluck().all();
  if (values.length === 0 && database.prepare('select 1 from accounts limit 1').get() === undefined) return;
  const secrets = readSecrets(home);
  for (const value of values) readValue(secrets, home, String(value));
}
