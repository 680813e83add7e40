import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIGRATIONS, SCHEMA_VERSIONS } from '../../daemon/platform/store/migrations/index.ts';
import { integrityProblems, openDatabase } from '../../daemon/platform/store/sqlite/database.ts';
import { migrate } from '../../daemon/platform/store/sqlite/migrate.ts';
import { SystemClock } from '../../daemon/platform/system/clock.ts';
import * as api from '../support/api.ts';
import { databaseFileOf, openFile, openHomeFile } from '../support/database-file.ts';
import { launch, type Service, temporaryHome } from '../support/service.ts';
import { createFixture, type Fixture, rest } from './contract/fixture.ts';
import { type Contents, makeEarlierHome, readContents, rowTexts } from './upgrade/earlier.ts';

// Nothing here measures time; a busy machine has it.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Homes of every earlier schema, with rows of every table that it has. */

const { oldest: OLDEST, latest: LATEST } = SCHEMA_VERSIONS;
const EARLIER = MIGRATIONS.map(({ version }) => version).filter((version) => version < LATEST);

/** Columns that migrations or the start may change. */
const REWRITTEN: Readonly<Record<string, readonly string[]>> = {
  mailboxes: ['unindexed_before'],
};
/** Columns that identify a row, the account among them. */
const IDENTITY = /^(?:.*id|seq|position|key)$/;
/** Tables of work to do: the start does some of it. */
const WORK = new Set(['jobs', 'webhook_attempts', 'webhook_deliveries', 'event_throttles']);
/** Tables that a migration removes: counts of failed log-ins begin anew. */
const REMOVED = new Set(['failed_logins']);

let source: string;
let fixture: Fixture;
const homes: string[] = [];

const STARTED = Date.now();
/** It stands still: retries of webhooks would become due on a slow machine, and change rows. */
const standingClock = () => new SystemClock({ settable: true, frozenAt: STARTED });

beforeAll(async () => {
  const service = await launch({ clock: standingClock() });
  fixture = await createFixture(service, 'old');
  const send = { from_mailbox: 'old', to: 'ann@example.com', subject: 'Sent', body: 'Once.' };
  await service.call({ key: fixture.adminKey, headers: { 'idempotency-key': 'once' } }, api.send, send);
  // Too large for a row of the database: a file beside it.
  const raw = `From: a@example.net\r\nSubject: Large\r\n\r\n${'A large message. '.repeat(8000)}\r\n`;
  await service.deliver({ from: 'a@example.net', to: fixture.mailbox.address, raw });
  await rest(service);
  await service.stop();
  source = service.home;
  homes.push(source);
});
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

function earlierHome(level: number): string {
  const home = join(temporaryHome(), 'home');
  homes.push(home);
  makeEarlierHome(source, home, level);
  return home;
}

/** Tables whose rows are not all there any more, column by column of the earlier schema. */
function lost(before: Contents, after: Contents): string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    if (WORK.has(table) || REMOVED.has(table)) return [];
    const kept = after[table];
    if (kept === undefined) return [`${table} is gone`];
    const [first] = rows;
    const columns = Object.keys(first ?? {}).filter((name) => !REWRITTEN[table]?.includes(name));
    const found = new Set(rowTexts(kept, columns));
    return rowTexts(rows, columns)
      .filter((row) => !found.has(row))
      .map((row) => `${table}: ${columns.join()}: ${row.slice(0, 500)}`);
  });
}

async function search(service: Service, term: string): Promise<number> {
  const { body } = await service.call(fixture.adminKey, api.listMessages, {
    id: fixture.mailbox.id,
    search: term,
  });
  return body.messages.length;
}

describe('a database of schema', () => {
  it.each(EARLIER)('%i is brought up to date and keeps its rows', (level) => {
    const home = earlierHome(level);
    const before = readContents(home);
    expect(before.messages?.length).toBeGreaterThanOrEqual(3);
    const databases = openDatabase(databaseFileOf(home));
    expect(migrate(databases.writer, 0)).toEqual([...EARLIER, LATEST].filter((version) => version > level));
    expect(integrityProblems(databases.reader)).toEqual([]);
    databases.reader.close();
    databases.writer.close();
    expect(lost(before, readContents(home))).toEqual([]);
  });

  it.each([OLDEST, LATEST - 1])('%i serves its mail after the start of a daemon', async (level) => {
    const home = earlierHome(level);
    const before = readContents(home);
    const service = await launch({ home, clock: standingClock() });
    try {
      expect((await service.operator(api.checkIntegrity)).body).toMatchObject({ ok: true, problems: [] });
      await rest(service);
      const message = await service.call(fixture.adminKey, api.getMessage, { id: fixture.ids.message });
      expect(message.body).toMatchObject({ subject: 'Numbers of old', state: 'available' });
      expect([await search(service, 'numbers'), await search(service, 'large')]).toEqual([1, 1]);
    } finally {
      await service.stop();
    }
    expect(lost(before, readContents(home))).toEqual([]);
  });

  it('56 loses the sessions of browsers, which no page has a secret for, and keeps those of programs', () => {
    const home = earlierHome(56);
    const database = openHomeFile(home, 'write');
    const [kept] = database.prepare('select id from sessions').all() as { id: string }[];
    database.prepare(`update sessions set user_agent = 'Mozilla/5.0 (X11)' where id <> ?`).run(kept?.id);
    migrate(database, 0);
    database.close();
    expect(readContents(home).sessions?.map(({ id }) => id)).toEqual([kept?.id]);
  });

  it('that is brought up to date knows the account of every row', () => {
    const home = earlierHome(OLDEST);
    const known = readContents(home);
    const databases = openDatabase(databaseFileOf(home));
    migrate(databases.writer, 0);
    databases.reader.close();
    databases.writer.close();
    const [upgraded, present] = [readContents(home), readContents(source)];
    // Tables of later schemas have no rows to bring along.
    const owned = Object.keys(present).filter(
      (table) => table in known && 'account_id' in (present[table]?.[0] ?? {}),
    );
    for (const table of owned) {
      const columns = Object.keys(present[table]?.[0] ?? {}).filter((name) => IDENTITY.test(name));
      expect(rowTexts(upgraded[table] ?? [], columns), table).toEqual(
        rowTexts(present[table] ?? [], columns),
      );
    }
    expect(owned).toEqual(
      expect.arrayContaining(['attachments', 'blobs', 'jobs', 'list_entries', 'message_bodies', 'threads']),
    );
  });

  it('that is brought up to date has the same tables and columns as a new one', () => {
    const shapeOf = (levels: readonly number[]) => {
      const database = openFile(':memory:');
      for (const level of levels)
        migrate(
          database,
          0,
          MIGRATIONS.filter(({ version }) => version <= level),
        );
      const rows = database.prepare('select type, name, sql from sqlite_schema order by type, name').all();
      database.close();
      return rows;
    };
    expect(shapeOf([...EARLIER, LATEST])).toEqual(shapeOf([LATEST]));
  });

  it('of a newer version is refused with the reason, and no byte of the home changes', async () => {
    const home = earlierHome(LATEST);
    const database = openHomeFile(home, 'write');
    database
      .prepare('insert into schema_migrations (version, name, applied_at) values (?, ?, 0)')
      .run(LATEST + 1, 'tomorrow');
    database.exec('create table tomorrow (id text primary key)');
    database.close();
    const before = digestOf(home);
    await expect(launch({ home })).rejects.toThrow(
      `the database has schema version ${LATEST + 1}, but this version of agentmail knows only ${LATEST}`,
    );
    expect(digestOf(home)).toEqual(before);
  });
});

/** Hash of every file by its name; the lock file says nothing. */
function digestOf(home: string): Record<string, string> {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'daemon.lock')
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}
