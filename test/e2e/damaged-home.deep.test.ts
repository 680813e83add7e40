import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { checkHome } from '../../daemon/entry/command-line/check-home.ts';
import * as api from '../support/api.ts';
import { agentmail } from '../support/cli.ts';
import { openHomeFile } from '../support/database-file.ts';
import { createTenant, launch, startService, temporaryHome } from '../support/service.ts';

const FREE_PORTS = ['--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'];

/** A start takes its time, which the clock of the other tests would skip. */
const clock = {
  now: () => Date.now(),
  sleep: (milliseconds: number, signal?: AbortSignal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined),
};
const up = (home: string, flags: readonly string[] = FREE_PORTS) =>
  agentmail(['up', ...flags], { home, clock });

/**
 * A home whose daemon has run and has stopped, with a large message, and nothing that is sealed for a
 * feature.
 */
async function plainHome(): Promise<string> {
  const service = await startService();
  const { mailbox } = await createTenant(service);
  await service.deliver({ from: 'ann@example.org', to: mailbox.address, text: 'A line.\r\n'.repeat(20_000) });
  await service.drain();
  await service.stop();
  return service.home;
}

/** A home whose daemon has run and has stopped, with a setting that is sealed. */
async function stoppedHome(): Promise<string> {
  const service = await startService();
  await createTenant(service);
  const relay = { url: 'smtp://127.0.0.1:9', username: 'me', password: 'secret' };
  const stored = await service.operator(api.updateSettings, { 'mail.relay': relay });
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
  await service.stop();
  return service.home;
}

interface Checks {
  readonly checks: readonly { readonly id: string; readonly severity: string; readonly message: string }[];
}

/** Doctor's findings about stored data. */
async function stored(home: string) {
  const { checks } = (await agentmail(['doctor'], { home })).json<Checks>();
  return checks.find(({ id }) => id === 'integrity');
}

const otherKey = 'ab'.repeat(32);

function removeDatabase(home: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(home, `agentmail.db${suffix}`), { force: true });
}

describe('a home that is damaged', () => {
  test.each([
    [
      'a database of garbage',
      (home: string) => writeFileSync(join(home, 'agentmail.db'), 'x'.repeat(9000)),
      /agentmail\.db is damaged \(SQLITE_NOTADB\); agentmail restore FILE --force/,
    ],
    [
      'a database that was cut',
      (home: string) => truncateSync(join(home, 'agentmail.db'), 20_000),
      /agentmail\.db is damaged/,
    ],
    [
      'a lost secret',
      (home: string) => rmSync(join(home, 'secret.key')),
      /secret\.key is missing\b.*agentmail restore FILE --force/,
    ],
    [
      'a secret that is none',
      (home: string) => writeFileSync(join(home, 'secret.key'), 'hello\n'),
      /secret\.key is damaged/,
    ],
    [
      'the secret of another home',
      (home: string) => writeFileSync(join(home, 'secret.key'), `${otherKey}\n`),
      /secret\.key doesn't belong to this database/,
    ],
  ])('is told by up and found by doctor: %s', async (_, damage, message) => {
    const home = await stoppedHome();
    damage(home);
    expect((await up(home)).error().error).toMatch(message);
    expect(await stored(home)).toMatchObject({ severity: 'error', message: expect.stringMatching(message) });
  });

  test.each([
    [
      'the secret of another home',
      (home: string) => writeFileSync(join(home, 'secret.key'), `${otherKey}\n`),
      /secret\.key doesn't belong to this database\b.*agentmail restore FILE --force/,
    ],
    [
      'no database beside its blobs',
      removeDatabase,
      /has blobs, secret\.key, but its agentmail\.db is missing or empty\..*agentmail restore FILE --force/,
    ],
    [
      'an empty database beside its blobs',
      (home: string) => {
        removeDatabase(home);
        writeFileSync(join(home, 'agentmail.db'), '');
      },
      /agentmail\.db is missing or empty/,
    ],
    [
      'no database beside its backups',
      (home: string) => {
        removeDatabase(home);
        renameSync(join(home, 'blobs'), join(home, 'backups'));
        rmSync(join(home, 'secret.key'));
      },
      /has backups, but its agentmail\.db is missing/,
    ],
  ])('is refused, and nothing in it is removed: %s', async (_, damage, message) => {
    const home = await plainHome();
    damage(home);
    const before = readdirSync(home, { recursive: true, encoding: 'utf8' });
    await expect(launch({ home })).rejects.toThrow(message);
    expect((await checkHome({ home })).problems).toEqual([expect.stringMatching(message)]);
    const after = readdirSync(home, { recursive: true, encoding: 'utf8' });
    expect(before.filter((name) => !after.includes(name))).toEqual([]);
  });

  test('is told by agentmaild check, with an exit code', async () => {
    const home = await plainHome();
    const check = () =>
      spawnSync(process.execPath, ['bin/agentmaild.js', 'check', '--home', home], { encoding: 'utf8' });
    expect(check()).toMatchObject({
      status: 0,
      stdout: '{"store":"sqlite","problems":[],"empty":false}\n',
      stderr: '',
    });
    rmSync(join(home, 'secret.key'));
    const found = check();
    expect(found.status).toBe(1);
    expect(JSON.parse(found.stdout).problems).toEqual([expect.stringContaining('secret.key is missing')]);
    expect(found.stderr).toMatch(/^agentmaild: .*secret\.key is missing/);
  });

  test('without a database is no sound one', () => {
    const home = temporaryHome();
    const found = spawnSync(process.execPath, ['bin/agentmaild.js', 'check', '--home', home], {
      encoding: 'utf8',
    });
    expect(found.status).toBe(1);
    expect(found.stderr).toBe(`agentmaild: ${home} has no database; agentmail up creates one\n`);
    expect(JSON.parse(found.stdout)).toMatchObject({ empty: true });
  });

  test('that an earlier version made is started, and knows its secret from then on', async () => {
    const home = await plainHome();
    const database = openHomeFile(home, 'write');
    expect(database.prepare("delete from settings where name = 'secret.canary'").run().changes).toBe(1);
    database.close();
    await (await launch({ home })).stop();
    writeFileSync(join(home, 'secret.key'), `${otherKey}\n`);
    await expect(launch({ home })).rejects.toThrow(/secret\.key doesn't belong to this database/);
  });

  test('keeps the lost secret missing, and starts when it is back', async () => {
    const home = await stoppedHome();
    const file = join(home, 'secret.key');
    const secret = readFileSync(file, 'utf8');
    renameSync(file, `${file}.lost`);
    expect((await up(home)).exit).toBe(1);
    renameSync(`${file}.lost`, file);
    chmodSync(file, 0o644);
    expect(await stored(home)).toMatchObject({
      severity: 'ok',
      message: 'a daemon can start with the stored data',
    });
    expect((await up(home)).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(secret);
    await agentmail(['down', '--force'], { home });
  });
});

test.each([
  [['--http', '192.0.2.1:0', '--smtp', '127.0.0.1:0'], "can't listen on 192.0.2.1:0 (EADDRNOTAVAIL)"],
  [['--http', '192.0.2.1:4310', '--smtp', '127.0.0.1:0'], "can't listen on 192.0.2.1:4310 (EADDRNOTAVAIL)"],
  [['--http', 'host.invalid:0', '--smtp', '127.0.0.1:0'], "can't listen on host.invalid:0 ("],
  [['--http', '127.0.0.1:0', '--smtp', 'host.invalid:0'], "can't listen on host.invalid:0 ("],
])('an address that cannot be taken is named: %j', async (flags, message) => {
  const ran = await up(temporaryHome(), flags);
  expect(ran.error().error).toContain(message);
});
