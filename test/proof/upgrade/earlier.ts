import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../../daemon/platform/store/migrations/index.ts';
import { DATABASE_FILE } from '../../../daemon/platform/store/sqlite/files.ts';
import { migrate } from '../../../daemon/platform/store/sqlite/migrate.ts';
import { type DatabaseFile, databaseFileOf, openHomeFile } from '../../support/database-file.ts';

/** Databases as earlier versions would have left them: their schema, with rows that a daemon really made. */

type Row = Readonly<Record<string, unknown>>;

/** Every row of every ordinary table, by table. */
export type Contents = Readonly<Record<string, readonly Row[]>>;

/** Tables without data: the search index, which is rebuilt, and internal tables. */
const NO_DATA = /^(?:sqlite_|message_search|schema_migrations$)/;

function tablesOf(database: DatabaseFile, schema = 'main'): string[] {
  const rows = database.prepare(`select name from ${schema}.sqlite_schema where type = 'table'`).all();
  return (rows as { name: string }[]).map(({ name }) => name).filter((name) => !NO_DATA.test(name));
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
}

function columnsOf(database: DatabaseFile, table: string, schema = 'main'): Column[] {
  return database.prepare(`select * from pragma_table_info(?, ?)`).all(table, schema) as Column[];
}

/**
 * Makes `home` what a daemon of schema `level` could have left: a copy of `source` with its database in that
 * schema.
 */
export function makeEarlierHome(source: string, home: string, level: number): void {
  cpSync(source, home, { recursive: true });
  for (const end of ['', '-wal', '-shm']) rmSync(join(home, `${DATABASE_FILE}${end}`), { force: true });
  const database = openHomeFile(home, 'write');
  database.pragma('journal_mode = WAL');
  migrate(
    database,
    0,
    MIGRATIONS.filter(({ version }) => version <= level),
  );
  database.exec(`attach '${databaseFileOf(source)}' as present`);
  const present = new Set(tablesOf(database, 'present'));
  for (const table of tablesOf(database)) if (present.has(table)) copyRows(database, table);
  if (columnsOf(database, 'mailboxes').some(({ name }) => name === 'unindexed_before')) {
    // The index of words is not copied, so it is still to be made.
    database.exec(`update mailboxes set unindexed_before = ${Number.MAX_SAFE_INTEGER}`);
  }
  database.exec('detach present');
  database.close();
}

function copyRows(database: DatabaseFile, table: string): void {
  const known = new Set(columnsOf(database, table, 'present').map(({ name }) => name));
  const taken: string[] = [];
  const values: string[] = [];
  for (const { name, type, notnull, dflt_value } of columnsOf(database, table)) {
    const filler = notnull && dflt_value === null ? (/int|real/i.test(type) ? '0' : "''") : null;
    // A column may have lost its constraint since.
    if (known.has(name)) values.push(filler === null ? `"${name}"` : `ifnull("${name}", ${filler})`);
    else if (filler !== null) values.push(filler);
    else continue;
    taken.push(`"${name}"`);
  }
  database.exec(
    `insert or replace into main."${table}" (${taken.join()}) select ${values.join()} from present."${table}"`,
  );
}

export function readContents(home: string): Contents {
  const database = openHomeFile(home);
  const contents: Record<string, Row[]> = {};
  for (const table of tablesOf(database)) {
    contents[table] = database.prepare(`select * from "${table}"`).all() as Row[];
  }
  database.close();
  return contents;
}

/** The rows of a table as text to compare, each with these columns only. */
export function rowTexts(rows: readonly Row[], columns: readonly string[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(
        columns.map((name) => (Buffer.isBuffer(row[name]) ? row[name].toString('hex') : row[name])),
      ),
    )
    .toSorted();
}
