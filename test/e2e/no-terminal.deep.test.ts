import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cli, startCli } from '../support/daemon-process.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));

let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agentmail-e2e-'));
  await cli(home, ['up', '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0']);
  await cli(home, ['mailboxes', 'create', 'support']);
});
afterAll(async () => {
  await cli(home, ['down', '--force']);
  rmSync(home, { recursive: true, force: true });
});

describe('without a terminal', () => {
  test('a closed stdin is an empty text, not a crash and not a hang', async () => {
    const ran = await cli(home, ['send', '--to', 'ann@example.com', '-s', 'Hi'], { stdin: null });
    expect(ran.exit).toBe(2);
    expect(ran.error().code).toBe('USAGE');
  });

  test('commands that need no stdin work with it closed', async () => {
    expect((await cli(home, ['inbox'], { stdin: null })).exit).toBe(0);
  });

  test('stdout is one JSON document and stderr is silent', async () => {
    const ran = await cli(home, ['mailboxes', 'list']);
    expect(ran.json().mailboxes).toHaveLength(1);
    expect(ran.stderr).toBe('');
  });

  test('a reader that has seen enough is no failure', async () => {
    const child = spawn('/bin/sh', ['-c', `"$0" "${LAUNCHER}" openapi | head -c 1`, process.execPath], {
      env: { ...process.env, AGENTMAIL_HOME: home, AGENTMAIL_KEYCHAIN: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (text) => {
      complaints += text;
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(complaints).toBe('');
  });

  test.skipIf(!existsSync('/dev/full'))('a full disk is told in one line, and is no success', async () => {
    const environment = { ...process.env, AGENTMAIL_HOME: home, AGENTMAIL_KEYCHAIN: 'off' };
    const into = (redirection: string) =>
      spawnSync('/bin/sh', ['-c', `"$0" "${LAUNCHER}" read nope ${redirection}`, process.execPath], {
        env: environment,
        encoding: 'utf8',
      });
    expect(into('--help > /dev/full')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^\{.*"code":"OUTPUT_LOST".*\}\n$/),
    });
    expect(into('2> /dev/full').status).toBe(2);
  });

  test('a wait that is interrupted ends at once with 130', async () => {
    const waiting = startCli(home, ['wait', '--timeout', '60']);
    await cli(home, ['health']);
    waiting.process.kill('SIGTERM');
    const { exit } = await waiting.ended;
    expect([130, -1]).toContain(exit);
  });
});

describe('a daemon that takes connections and says nothing', () => {
  test.each([
    ['inbox'],
    ['send', '--to', 'ann@example.com', '-s', 'Hi', '-b', 'Hello'],
    ['wait', '--timeout', '1'],
    ['events', 'tail'],
    ['review'],
    ['backup'],
    ['account', 'export'],
  ])('is given up by "%s"', async (...argv) => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const env = {
      AGENTMAIL_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      AGENTMAIL_KEY: 'am_live_any.key',
      AGENTMAIL_TIMEOUT: '0.3',
    };
    const ran = await cli(home, argv, { stdin: null, env });
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 7, stdout: '' });
    expect(ran.error()).toMatchObject({ code: 'UNREACHABLE', exit: 7 });
  });
});

describe('bad input', () => {
  test.each([
    ['a wrong key', ['whoami'], { AGENTMAIL_KEY: 'nonsense' }, 3, 'UNAUTHORIZED'],
    ['a mailbox that is not there', ['inbox', '-m', 'nobody'], {}, 2, 'NOT_FOUND'],
    ['a message that is not there', ['read', '01960000-0000-7000-8000-000000000000'], {}, 2, 'NOT_FOUND'],
    ['a name that is taken', ['mailboxes', 'create', 'support'], {}, 4, 'CONFLICT'],
    [
      'a name that is an id',
      ['mailboxes', 'create', '01960000-0000-7000-8000-000000000000'],
      {},
      2,
      'INVALID_NAME',
    ],
    ['a time that is none', ['wait', '--since', 'soonish'], {}, 2, 'USAGE'],
    ['a cursor of another list', ['outbox', 'list', '--cursor', 'abc'], {}, 2, 'INVALID_CURSOR'],
    [
      'an address of nobody',
      ['send', '--to', 'nobody', '-s', 'x', '-b', 'y'],
      {},
      4,
      'RECIPIENT_ADDRESS_INVALID',
    ],
    ['a clock that is not for tests', ['operator', 'clock', 'advance', '5'], {}, 4, 'CONFLICT'],
    ['an address that is none', ['health'], { AGENTMAIL_URL: 'not a url' }, 2, 'USAGE'],
    ['an address where nothing is', ['health'], { AGENTMAIL_URL: 'http://127.0.0.1:9' }, 7, 'UNREACHABLE'],
  ] as const)('%s ends with the right code and one JSON error', async (_, argv, env, exit, code) => {
    const ran = await cli(home, argv, { env });
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit, stdout: '' });
    expect(ran.error()).toMatchObject({ code, exit });
  });
});
