import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileBlobs } from '../../../daemon/platform/store/blobs/file-blobs.ts';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import { OlderDatabaseError } from '../../../daemon/platform/store/errors.ts';
import { MIGRATIONS } from '../../../daemon/platform/store/migrations/index.ts';
import { durabilityProblems, openDatabase } from '../../../daemon/platform/store/sqlite/database.ts';
import { BLOB_FOLDER } from '../../../daemon/platform/store/sqlite/files.ts';
import { migrate } from '../../../daemon/platform/store/sqlite/migrate.ts';
import { indexPieces } from '../../../daemon/platform/store/sqlite/search.ts';
import { SOLE_WORKER } from '../../../daemon/platform/store/worker.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import { databaseFileOf, openFile, openHomeFile } from '../../support/database-file.ts';
import { temporaryHome } from '../../support/service.ts';

describe('the store', () => {
  let home: string;

  const open = () =>
    openStore({ home, clock: new SystemClock(), random: systemRandom, onHookFailure: () => undefined });

  beforeEach(() => {
    home = temporaryHome();
  });

  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('refuses a file of a newer version, names both versions, and leaves the file as it was', async () => {
    await (await open()).close();
    const file = openHomeFile(home, 'write');
    file.prepare('insert into schema_migrations values (?, ?, ?)').run(9999, 'future', 0);
    file.close();
    await expect(open()).rejects.toThrow(/version 9999.*knows only \d+/s);
    const again = openHomeFile(home, 'write');
    expect(again.prepare('select max(version) as v from schema_migrations').get()).toEqual({ v: 9999 });
    again.close();
  });

  it('applies all open migrations or none', () => {
    const database = openFile(join(home, 'm.db'));
    const broken = [
      ...MIGRATIONS,
      { version: 9000, name: 'good', statements: ['create table extra (id integer)'] },
      { version: 9001, name: 'broken', statements: ['create table nonsense ('] },
    ];
    expect(() => migrate(database, 1, broken)).toThrow();
    expect(database.prepare("select name from sqlite_master where type = 'table'").all()).toEqual([]);
    expect(migrate(database, 1)).toEqual(MIGRATIONS.map((migration) => migration.version));
    expect(migrate(database, 1)).toEqual([]);
    database.close();
  });

  it.each([
    ['a home without a database', () => undefined],
    ['an empty file that an interrupted start left', () => writeFileSync(databaseFileOf(home), '')],
  ])('gives %s the schema of the migrations', async (_, prepare) => {
    prepare();
    const clock = new SystemClock({ settable: true });
    await (await openStore({ home, clock, random: systemRandom, onHookFailure: () => undefined })).close();
    const database = openHomeFile(home);
    const migrated = openFile(':memory:');
    migrate(migrated, 1);
    const schema = 'select type, name, tbl_name, sql from sqlite_schema order by type, name';
    expect(database.prepare(schema).all()).toEqual(migrated.prepare(schema).all());
    const versions = 'select version, name from schema_migrations order by version';
    expect(database.prepare(versions).all()).toEqual(migrated.prepare(versions).all());
    const dates = database.prepare('select distinct applied_at from schema_migrations').pluck().all();
    expect(dates).toEqual([expect.closeTo(clock.now(), -7)]);
    for (const each of [database, migrated]) each.close();
  });

  it('keeps stored settings of a machine for the daemon of the home, when it learns of others', () => {
    const database = openFile(join(home, 'm.db'));
    migrate(
      database,
      1,
      MIGRATIONS.filter(({ version }) => version <= 36),
    );
    const insert = database.prepare('insert into settings (name, value) values (?, ?)');
    for (const name of ['smtp.tls', 'access.signup', 'secret.canary']) insert.run(name, '"kept"');
    migrate(database, 1);
    expect(database.prepare('select name, worker, value from settings order by name').raw().all()).toEqual([
      ['access.signup', '', '"kept"'],
      ['secret.canary', '', '"kept"'],
      ['smtp.tls', SOLE_WORKER, '"kept"'],
    ]);
    database.close();
  });

  it('gives events of earlier versions the message that their data names', () => {
    const database = openFile(join(home, 'm.db'));
    migrate(
      database,
      1,
      MIGRATIONS.filter(({ version }) => version <= 38),
    );
    const insert = database.prepare(
      "insert into events (id, account_id, type, occurred_at, data) values (?, 'a', 't', 1, ?)",
    );
    insert.run('of a message', '{"message_id":"m","subject":"x"}');
    insert.run('of none', '{"message_id":null}');
    insert.run('of a mailbox', '{"mailbox_id":"b"}');
    migrate(database, 1);
    expect(database.prepare('select id, message_id from events').raw().all()).toEqual([
      ['of a message', 'm'],
      ['of none', null],
      ['of a mailbox', null],
    ]);
    database.close();
  });

  it('refuses a database from before its base schema, and changes nothing', () => {
    const database = openFile(join(home, 'm.db'));
    database.exec(
      'create table schema_migrations (version integer primary key, name text not null, applied_at integer not null)',
    );
    database.prepare('insert into schema_migrations values (?, ?, ?)').run(9, 'early', 0);
    expect(() => migrate(database, 1)).toThrow(OlderDatabaseError);
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
    expect(tables).toEqual([{ name: 'schema_migrations' }]);
    database.close();
  });

  it('hides the values of conditions and limits from the planner, which would prepare each query anew', async () => {
    const store = await open();
    const { sql } = store.read
      .selectFrom('messages')
      .innerJoin('mailboxes', (join) =>
        join.onRef('mailboxes.id', '=', 'messages.mailbox_id').on('mailboxes.name', '=', 'support'),
      )
      .select('messages.id')
      .where('messages.state', '=', 'available')
      .limit(5)
      .compile();
    await store.close();
    expect(sql.match(/\(select \?\)|\?/g)).toEqual(['(select ?)', '(select ?)', '(select ?)']);
  });

  it('numbers its migrations without gaps', () => {
    const first = MIGRATIONS[0]?.version ?? 0;
    expect(MIGRATIONS.map((migration) => migration.version)).toEqual(
      MIGRATIONS.map((_, index) => first + index),
    );
  });

  it('finds nothing wrong with a search index that was merged since it was looked at last', async () => {
    const store = await open();
    for (let seq = 1; seq <= 12; seq++) {
      await store.write('none', async (transaction) =>
        transaction.search.put({
          seq,
          accountId: randomUUID(),
          mailboxId: randomUUID(),
          words: `figures of week ${seq}`,
          more: '',
        }),
      );
    }
    expect(await store.integrityProblems()).toEqual([]);
    for (let more = await merge('first'); more; ) more = await merge('next');
    expect(await indexPieces(store.read)).toBe(1);
    expect(await store.integrityProblems()).toEqual([]);
    await store.close();

    function merge(step: 'first' | 'next'): Promise<boolean> {
      return store.write('none', (transaction) => store.search.merge(transaction, step));
    }
  });

  it('commits with full synchronisation in WAL mode', async () => {
    const store = await open();
    const file = openHomeFile(home);
    expect(file.pragma('journal_mode', { simple: true })).toBe('wal');
    file.close();
    expect(await store.integrityProblems()).toEqual([]);
    await store.close();
  });

  it('reports a connection whose commits are not synced', () => {
    const { writer, reader } = openDatabase(databaseFileOf(home));
    expect(durabilityProblems(writer)).toEqual([]);
    writer.pragma('synchronous = NORMAL');
    expect(durabilityProblems(writer)).toEqual(["commits aren't synced: the setting synchronous is 1"]);
    writer.close();
    reader.close();
  });

  it('keeps small blobs in the database, large ones as files, and returns both unchanged', async () => {
    const store = await open();
    const small = Buffer.from('small');
    const large = Buffer.alloc(300_000, 7);
    const ids: string[] = [];
    for (const content of [small, large]) {
      const blob = await store.blobs.prepare(content);
      await store.write('none', (transaction) => store.blobs.record(transaction, blob, null));
      ids.push(blob.id);
    }
    expect(readdirSync(join(home, BLOB_FOLDER))).toEqual([ids[1]]);
    expect(await store.blobs.read(ids[0]!)).toEqual(small);
    expect(await store.blobs.read(ids[1]!)).toEqual(large);
    expect(await store.blobs.totalBytes()).toBe(300_005);
    await store.close();
  });

  it('removes files that no row knows at the next start, and reports rows whose file is gone', async () => {
    let store = await open();
    await store.blobs.prepare(Buffer.alloc(100_000, 1));
    const kept = await store.blobs.prepare(Buffer.alloc(100_000, 2));
    await store.write('none', (transaction) => store.blobs.record(transaction, kept, null));
    writeFileSync(join(home, BLOB_FOLDER, 'stranger'), 'x');
    await store.close();
    store = await open();
    expect(readdirSync(join(home, BLOB_FOLDER))).toEqual([kept.id]);
    expect(await store.integrityProblems()).toEqual([]);
    rmSync(join(home, BLOB_FOLDER, kept.id));
    expect(await store.integrityProblems()).toEqual([`the file of blob ${kept.id} is missing`]);
    await store.close();
  });

  it('removes no file while the store is being copied, however many copies are made', async () => {
    const store = await open();
    const blobs = new FileBlobs(join(home, BLOB_FOLDER), {
      read: store.read,
      random: systemRandom,
      clock: new SystemClock(),
    });
    const { id } = await blobs.prepare(Buffer.alloc(100_000, 1));
    const releases = [blobs.keepFiles(), blobs.keepFiles()];
    for (const release of releases) {
      expect(await blobs.removeBytes(id)).toBe(false);
      expect(readdirSync(join(home, BLOB_FOLDER))).toEqual([id]);
      release();
    }
    expect(await blobs.removeBytes(id)).toBe(true);
    expect(readdirSync(join(home, BLOB_FOLDER))).toEqual([]);
    await store.close();
  });

  it('gives its files to the owner only', async () => {
    const store = await open();
    const blob = await store.blobs.prepare(Buffer.alloc(100_000, 1));
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(databaseFileOf(home))).toBe('600');
    expect(mode(join(home, BLOB_FOLDER))).toBe('700');
    expect(mode(join(home, BLOB_FOLDER, blob.id))).toBe('600');
    await store.close();
  });
});
