import { StoreError } from './errors.ts';
import type { InspectedDatabase } from './inspected-database.ts';
import type { ServerInstall } from './postgres/install-backup.ts';
import type { InstalledBackup } from './sqlite/backup-file/install.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Store, StoreOptions } from './store.ts';

/**
 * Chooses the engine of every store. What others need of SQLite is here, under names that any engine could
 * have.
 */
export type { InspectedDatabase } from './inspected-database.ts';
export { migrateStore } from './migrate-store.ts';
export { backupProblems } from './sqlite/backup-file/check.ts';
export { type InstalledBackup, installBackup } from './sqlite/backup-file/install.ts';
export { databaseName, hasDatabase } from './sqlite/files.ts';
export { lockHome } from './sqlite/home-lock.ts';
export { inspectDatabase } from './sqlite/inspect.ts';

/** Options of a store and its engine. */
interface OpenOptions extends StoreOptions {
  /** URL of a PostgreSQL database; SQLite without one. */
  readonly url?: string | null;
}

/** Fills the empty database of a server with a backup, and gives the home its secret. */
export async function installOnServer(task: ServerInstall): Promise<InstalledBackup> {
  return (await import('./postgres/install-backup.ts')).installOnServer(task);
}

/** Inspects a database of a PostgreSQL server. Only reads. Throws when a daemon couldn't use it. */
export async function inspectServer(url: string, hasBucket: boolean): Promise<InspectedDatabase> {
  return (await import('./postgres/inspect.ts')).inspectServer(url, hasBucket);
}

/** Opens the database of a home, or of a PostgreSQL server. */
export async function openStore({ url = null, ...options }: OpenOptions): Promise<Store> {
  if (url === null) {
    if (options.bucket)
      throw new StoreError('only a PostgreSQL database can have its large blobs in a bucket');
    return openSqliteStore(options);
  }
  // Loaded only when it's used: a daemon on SQLite needs none of it.
  const { openPostgresStore } = await import('./postgres/store.ts');
  return openPostgresStore(options, url);
}
