import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, throwAwayHome, throwAwayStore } from '../support/daemon-process.ts';
import { databaseFileOf } from '../support/database-file.ts';

const FREE_PORTS = ['--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'];

describe('up and down', () => {
  test('the first start makes the account and closes the home to others, the second changes nothing', async () => {
    const home = await throwAwayStore();
    const first = (await cli(home, ['up', ...FREE_PORTS])).json();
    expect(first).toMatchObject({
      started: true,
      account: 'owner@agentmail.localhost',
      account_created: true,
    });
    const second = (await cli(home, ['up', ...FREE_PORTS])).json();
    expect(second).toMatchObject({
      started: false,
      pid: first.pid,
      http: first.http,
      account_created: false,
    });
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(existsSync(databaseFileOf(home))).toBe(process.env.AGENTMAIL_TEST_STORE !== 'postgres');
    for (const file of ['credentials.json', 'operator.token', 'daemon.log', 'profiles.json']) {
      expect(statSync(join(home, file)).mode & 0o777, file).toBe(0o600);
    }
  });

  test('a home that has no database has no setting to take back', async () => {
    const ran = await cli(throwAwayHome(), ['config', 'unset', 'smtp.listen']);
    expect(ran.exit).toBe(4);
    expect(ran.error()).toMatchObject({ code: 'NOT_CHANGED', error: expect.stringContaining('no database') });
  });
});

describe('logs', () => {
  test('of a home without a daemon are a clear error', async () => {
    expect((await cli(throwAwayHome(), ['logs'])).error().code).toBe('NO_LOG');
  });
});
