import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATION_LOCK } from '../../../../daemon/platform/store/postgres/advisory-locks.ts';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { migrate } from '../../../../daemon/platform/store/postgres/migrate.ts';
import { migrate as migrateSqlite } from '../../../../daemon/platform/store/sqlite/migrate.ts';
import { openFile } from '../../../support/database-file.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { ENGINE_TABLES } from '../../../support/watch-postgres.ts';

/** Tables of one engine only, and the one by which each notes its migrations. */
const ONLY_POSTGRES = [...ENGINE_TABLES, 'object_folder'];
const ONLY_SQLITE = /^(?:sqlite_|message_search|schema_migrations)/;

describe('the schema of PostgreSQL', needsPrograms({ postgresql: hasPostgres() }), () => {
  const sqlite = openFile(':memory:');
  let client: pg.Client;

  beforeAll(async () => {
    migrateSqlite(sqlite, 0);
    client = await connect({ url: await freshDatabase('empty') });
    await migrate(client, 0);
  });
  afterAll(() => client.end());

  const rows = async (text: string) => (await ask(client, text)).rows as Record<string, unknown>[];
  const fromSqlite = (text: string) => sqlite.prepare(text).all() as Record<string, unknown>[];
  const sorted = (lines: readonly string[]) => [...lines].sort();

  it('has the columns of SQLite, of matching kinds', async () => {
    const kinds: Record<string, readonly string[]> = {
      integer: ['bigint', 'boolean'],
      text: ['text', 'json'],
      blob: ['bytea'],
    };
    const known = new Map(
      fromSqlite(
        `select m.name as "table", p.name as "column", lower(p.type) as kind, p."notnull" or p.pk > 0 as required
          from sqlite_master m, pragma_table_info(m.name) p where m.type = 'table'`,
      )
        .filter((row) => !ONLY_SQLITE.test(String(row.table)))
        .map((row) => [`${row.table}.${row.column}`, row]),
    );
    const columns = (
      await rows(
        `select table_name as "table", column_name as "column", data_type as kind, is_nullable = 'NO' as required
        from information_schema.columns where table_schema = current_schema()`,
      )
    ).filter((row) => !ONLY_POSTGRES.includes(String(row.table)));
    expect(sorted(columns.map((row) => `${row.table}.${row.column}`))).toEqual(sorted([...known.keys()]));
    for (const row of columns) {
      const name = `${row.table}.${row.column}`;
      const same = known.get(name);
      expect(kinds[String(same?.kind)], name).toContain(row.kind);
      expect(row.required, name).toBe(same?.required === 1);
    }
  });

  it('has the indexes of SQLite, with their columns and whether they are unique', async () => {
    const words = (text: unknown) =>
      String(text)
        .toLowerCase()
        .replace(/ on \w+\./, ' on ')
        .replaceAll(/using btree|"|::text|::\w+\[\]|collate "c"|[()\s]/g, '')
        .replace('=anyarray[', 'in')
        .replace(']', '')
        .replace(/(starred|has_attachment|is_default|denial_open)=1$/, '$1');
    const here = (
      await rows(
        'select indexname as name, tablename as "table", indexdef as text from pg_indexes where schemaname = current_schema()',
      )
    )
      .filter(
        (row) => !ONLY_POSTGRES.includes(String(row.table)) && !/_(?:pkey|key)\d*$/.test(String(row.name)),
      )
      .map((row) => `${row.name} ${words(row.text)}`);
    const there = fromSqlite(
      "select name, sql from sqlite_master where type = 'index' and sql is not null",
    ).map((row) => `${row.name} ${words(row.sql)}`);
    expect(sorted(here)).toEqual(sorted(there));
  });

  it('orders all text by bytes', async () => {
    const others = await rows(
      `select table_name, column_name from information_schema.columns
        where table_schema = current_schema() and data_type = 'text' and collation_name is distinct from 'C'
          and table_name <> 'schema_migrations' and not (table_name = 'message_search' and column_name in ('words', 'more'))`,
    );
    expect(others).toEqual([]);
  });

  it('waits for a program that migrates, longer than for any other lock', async () => {
    const url = await freshDatabase('empty');
    const [other, own] = [await connect({ url }), await connect({ url })];
    await ask(other, 'begin');
    await ask(other, { text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
    await ask(own, "set lock_timeout = '1ms'");
    const migrated = migrate(own, 0);
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await Promise.race([migrated, expect.poll(async () => (await ask(other, waiting)).rowCount).toBe(1)]);
    await ask(other, 'commit');
    expect(await migrated).not.toEqual([]);
    const { rows } = await ask(own, "select current_setting('lock_timeout') as timeout");
    expect(rows).toEqual([{ timeout: '1ms' }]);
    await Promise.all([other.end(), own.end()]);
  });

  it('is migrated once, also by two programs at the same time', async () => {
    const url = await freshDatabase('empty');
    const clients = await Promise.all([connect({ url }), connect({ url })]);
    const applied = await Promise.all(clients.map((other) => migrate(other, 1)));
    for (const other of clients) await other.end();
    expect(applied.filter((versions) => versions.length > 0)).toHaveLength(1);
  });
});
