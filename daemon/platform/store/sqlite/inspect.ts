import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { BACKUP_FOLDER } from '../../system/home.ts';
import { SECRET_FILE } from '../../system/secrets.ts';
import { StoreError } from '../errors.ts';
import type { InspectedDatabase } from '../inspected-database.ts';
import { BLOB_FOLDER, DATABASE_FILE } from './files.ts';
import { knownVersion } from './migrate.ts';

/** Looks at the database of a home that no daemon uses. Only reads. */

/** The home was used, but its database is missing or empty. */
export class LostDatabaseError extends StoreError {
  /** `left` names files that the home still has. */
  constructor(home: string, left: readonly string[]) {
    super(
      `${home} has ${left.join(', ')}, but its ${DATABASE_FILE} is missing or empty. Put it back together with its -wal file, or ` +
        'restore a backup: agentmail restore FILE --force. If its database is PostgreSQL, name that in AGENTMAIL_STORE or ' +
        'store.url. To start with an empty home, move these files away first.',
    );
    this.name = 'LostDatabaseError';
  }
}

/**
 * Throws when a used home has no database or an empty one. Opening it would create a new one and remove the
 * files of messages as unused.
 */
export function assertDatabaseKept(home: string): void {
  const left = remainsOf(home);
  if (left.length > 0 && isLost(join(home, DATABASE_FILE))) throw new LostDatabaseError(home, left);
}

const SHOWN_DAMAGE = 3;
const EMPTY: InspectedDatabase = { damage: [], settings: [], hasAccounts: false };

/** Inspects a home's database; null without one. Throws when it's lost, unreadable or of another version. */
export function inspectDatabase(home: string): InspectedDatabase | null {
  assertDatabaseKept(home);
  const file = join(home, DATABASE_FILE);
  if (!existsSync(file)) return null;
  const database = new Database(file, { readonly: true });
  try {
    const damage = damageOf(database);
    if (damage.length > 0) return { ...EMPTY, damage };
    if (!hasSchema(database) || knownVersion(database) === 0) return EMPTY;
    return {
      damage,
      settings: database.prepare('select value from settings').pluck().all().map(String),
      hasAccounts: database.prepare('select 1 from accounts limit 1').get() !== undefined,
    };
  } finally {
    database.close();
  }
}

/** Runs the quick check: comparing indexes with tables would read everything. */
function damageOf(database: Database.Database): string[] {
  const rows = database.pragma(`quick_check(${SHOWN_DAMAGE})`) as { quick_check: string }[];
  return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
}

/** An interrupted first start leaves a file without tables, which the next one fills. */
export function hasSchema(database: Database.Database): boolean {
  return database.prepare("select 1 from sqlite_master where name = 'schema_migrations'").get() !== undefined;
}

/** Files that only exist in a used home. */
function remainsOf(home: string): string[] {
  const folders = [BLOB_FOLDER, BACKUP_FOLDER].filter((name) => {
    const folder = join(home, name);
    return existsSync(folder) && readdirSync(folder).length > 0;
  });
  return existsSync(join(home, SECRET_FILE)) ? [...folders, SECRET_FILE] : folders;
}

/** An unreadable file isn't lost: opening it gives a better error. */
function isLost(file: string): boolean {
  if (!existsSync(file)) return true;
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true });
    return !hasSchema(database);
  } catch {
    return false;
  } finally {
    database?.close();
  }
}
