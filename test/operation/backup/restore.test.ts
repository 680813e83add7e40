import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { restoreHome } from '../../../daemon/operation/backup/restore.ts';
import { backupProblems } from '../../../daemon/platform/store/engine.ts';
import * as api from '../../support/api.ts';
import { type DatabaseFile, openFile, openHomeFile } from '../../support/database-file.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createTenant, launch, sharedService, startService } from '../../support/service.ts';
import { temporaryHome } from '../../support/temporary.ts';

/** Files that somebody may have changed, restored into homes that may be prepared. */

const service = sharedService();
let made: string;

beforeAll(async () => {
  const { mailbox } = await createTenant(service);
  const text = 'Meet me at noon, at the usual place.\r\n'.repeat(4000);
  await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Large', text });
  await service.deliver({ from: 'ann@example.org', to: mailbox.address, subject: 'Lunch', text: 'At noon?' });
  await service.drain();
  made = (await service.operator(api.createBackup)).body.file;
});

/** A copy of the backup with a change. */
function changed(change: (database: DatabaseFile) => void): string {
  const file = join(temporaryHome(), 'changed.backup');
  copyFileSync(made, file);
  const database = openFile(file);
  change(database);
  database.close();
  return file;
}

const restore = (file: string, home: string, force = false) =>
  restoreHome({ home, file, force, now: Date.now() });

/** A file whose secret part has other columns or rows. */
const withParts = (...parts: readonly (readonly [string | Buffer, string | Buffer])[]) =>
  changed((database) => {
    database.exec('drop table backup_digests; drop table backup_parts');
    database.exec('create table backup_parts (name, content)');
    const insert = database.prepare('insert into backup_parts (name, content) values (?, ?)');
    for (const part of parts) insert.run(...part);
  });

const SECRET = `${'ab'.repeat(32)}\n`;

describe('files that a backup names', () => {
  test.each([
    ['a path that leads out', '../escaped'],
    ['an absolute path', join(temporaryHome(), 'escaped')],
    ['another file of the home', 'operator.token'],
    ['another case', 'SECRET.KEY'],
    ['a NUL', 'secret.key\0x'],
    ['bytes instead of text', Buffer.from('secret.key')],
  ])('are refused before anything is written: %s', (_, name) => {
    const home = join(temporaryHome(), 'home');
    const file = withParts(['secret.key', SECRET], [name, 'evil']);
    expect(() => restore(file, home)).toThrow(/can.t restore .*: it has an unexpected file/);
    expect(existsSync(home)).toBe(false);
    expect(readdirSync(join(home, '..'))).toEqual([]);
  });

  test('must be there once, and be a secret', () => {
    const home = join(temporaryHome(), 'home');
    expect(() => restore(withParts(), home)).toThrow(/the secret of its home is missing/);
    expect(() => restore(withParts(['secret.key', SECRET], ['secret.key', SECRET]), home)).toThrow(/2 times/);
    for (const content of ['hello', SECRET.repeat(1000), Buffer.alloc(64)]) {
      expect(() => restore(withParts(['secret.key', content]), home)).toThrow(
        /secret of its home is damaged/,
      );
    }
    expect(existsSync(home)).toBe(false);
  });
});

describe('a home that is restored into', () => {
  test('keeps what its links point at', () => {
    const [home, elsewhere] = [temporaryHome(), temporaryHome()];
    for (const name of ['secret.key', 'agentmail.db.restoring']) {
      writeFileSync(join(elsewhere, name), 'mine');
      symlinkSync(join(elsewhere, name), join(home, name));
    }
    mkdirSync(join(elsewhere, 'blobs'));
    writeFileSync(join(elsewhere, 'blobs', 'mine'), 'mine');
    symlinkSync(join(elsewhere, 'blobs'), join(home, 'blobs'));
    restore(made, home);
    for (const name of ['secret.key', 'agentmail.db.restoring', 'blobs/mine']) {
      expect(readFileSync(join(elsewhere, name), 'utf8')).toBe('mine');
    }
  });

  test('and has lost its database keeps the files of messages', async () => {
    const home = temporaryHome();
    mkdirSync(join(home, 'blobs'));
    writeFileSync(join(home, 'blobs', 'a-message'), 'bytes');
    const { kept_in: kept } = restore(made, home);
    expect(readFileSync(join(kept ?? '', 'blobs', 'a-message'), 'utf8')).toBe('bytes');
    await (await launch({ home })).stop();
  });
});

describe('bytes that were changed after the backup was made', () => {
  test.each([
    ['a message', 'blobs', "update blobs set content = cast(replace(content, 'noon', 'nine') as blob)"],
    ['a subject', 'messages', "update messages set subject = 'Lynch' where subject = 'Lunch'"],
    [
      'a row that is gone',
      'audit_log',
      'delete from audit_log where rowid = (select max(rowid) from audit_log)',
    ],
    ['the secret', 'backup_parts', `update backup_parts set content = '${SECRET}'`],
    ['the schema', 'sqlite_master', 'create index another on messages (subject)'],
    [
      'the text of the schema',
      'sqlite_master',
      "pragma writable_schema = on; update sqlite_master set sql = sql || ' ' where name = 'messages'",
    ],
  ])('are found: %s', (_, table, statement) => {
    const file = changed((database) => void database.unsafeMode().exec(statement));
    expect(backupProblems(file)).toEqual([
      `the content of ${table} was changed after the backup was created`,
    ]);
    expect(() => restore(file, temporaryHome())).toThrow(/can.t restore .*: the content of/);
  });

  test('a backup of an earlier version, without digests, is restored', () => {
    const file = changed((database) => void database.exec('drop table backup_digests'));
    expect(restore(file, temporaryHome())).toMatchObject({ messages: 2 });
  });

  test.each([
    ['a newer agentmail', 'insert into schema_migrations values (9999, "tomorrow", 0)'],
    ['an early development build', 'update schema_migrations set version = version - 50'],
  ])('a backup made by %s is refused', (maker, statement) => {
    const file = changed((database) => void database.exec(statement.replaceAll('"', "'")));
    expect(() => restore(file, temporaryHome())).toThrow(`it is from ${maker}: schema version`);
  });
});

test(
  'a restored home opens what its secret sealed, and has nothing of the backup left',
  needsSqlite,
  async () => {
    const home = temporaryHome();
    restore(made, home);
    const second = await startService({ home });
    expect((await second.operator(api.checkIntegrity)).body).toMatchObject({ ok: true });
    const tables = await second.daemon.context.store.read
      .selectFrom('sqlite_master' as never)
      .select('name' as never)
      .execute();
    expect(JSON.stringify(tables)).not.toContain('backup_');
  },
);

test('a send that a restore holds names no worker, as it is in progress no more', () => {
  const file = changed((database) => {
    database.exec('drop table backup_digests');
    database.exec("update messages set direction = 'outbound', state = 'scanning', worker = 'local'");
  });
  const home = temporaryHome();
  restore(file, home);
  const database = openHomeFile(home);
  expect(database.prepare('select distinct state, worker from messages').all()).toEqual([
    { state: 'quarantined', worker: null },
  ]);
  database.close();
});
