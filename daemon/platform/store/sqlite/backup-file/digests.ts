import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';

/**
 * Digests of the tables of a backup: SQLite's own checks don't notice a changed byte within a value. Backups
 * of earlier versions have none.
 */
export const DIGESTS_TABLE = 'backup_digests';

/** Writes the digests of a finished backup. */
export function writeDigests(database: Database.Database): void {
  database.exec(`create table ${DIGESTS_TABLE} (name text primary key, sha256 text not null)`);
  const insert = database.prepare(`insert into ${DIGESTS_TABLE} (name, sha256) values (?, ?)`);
  for (const [name, digest] of digestsOf(database)) insert.run(name, digest);
}

/** Tables whose content differs from their digest. */
export function digestProblems(database: Database.Database): string[] {
  if (!tablesOf(database).some(({ name }) => name === DIGESTS_TABLE)) return [];
  const recorded = new Map(
    database.prepare(`select name, sha256 from ${DIGESTS_TABLE}`).raw().all() as [string, string][],
  );
  const found = digestsOf(database);
  const names = new Set([...recorded.keys(), ...found.keys()]);
  return [...names]
    .filter((name) => recorded.get(name) !== found.get(name))
    .map((name) => `the content of ${name} was changed after the backup was created`);
}

/** SHA-256 of each table, and of the schema under the name of its table. Memory holds one row at a time. */
function digestsOf(database: Database.Database): Map<string, string> {
  const digests = new Map<string, string>();
  digests.set('sqlite_master', digestOf(database, 'select type, name, tbl_name, sql from sqlite_master'));
  for (const { name, sql } of tablesOf(database)) {
    // Virtual tables keep their rows in other tables.
    if (name === DIGESTS_TABLE || name.startsWith('sqlite_') || /^create virtual/i.test(sql)) continue;
    // An index would change the order of the rows.
    digests.set(name, digestOf(database, `select * from "${name.replaceAll('"', '""')}" not indexed`));
  }
  return digests;
}

function tablesOf(database: Database.Database): { name: string; sql: string }[] {
  const tables = database.prepare("select name, sql from sqlite_master where type = 'table' order by name");
  return tables.all() as { name: string; sql: string }[];
}

function digestOf(database: Database.Database, query: string): string {
  const hash = createHash('sha256');
  for (const row of database.prepare(query).raw().iterate() as Iterable<unknown[]>) {
    const blobs = row.filter((value) => Buffer.isBuffer(value));
    hash.update(JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? [value.length] : value))));
    for (const blob of blobs) hash.update(blob);
  }
  return hash.digest('hex');
}
