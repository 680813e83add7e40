/**
 * Chooses the engine of every store: SQLite. What others need of it is here, under names that any engine
 * could have.
 */
export { backupProblems } from './sqlite/backup-file/check.ts';
export { installBackup } from './sqlite/backup-file/install.ts';
export { databaseName, hasDatabase } from './sqlite/files.ts';
export { lockHome } from './sqlite/home-lock.ts';
export { type InspectedDatabase, inspectDatabase } from './sqlite/inspect.ts';
export { openSqliteStore as openStore } from './sqlite/store.ts';
