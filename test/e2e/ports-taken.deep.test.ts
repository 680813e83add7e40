import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cli, startCli, throwAwayHome } from '../support/daemon-process.ts';

const HTTP = ['--http', '127.0.0.1:0'];
const SMTP = ['--smtp', '127.0.0.1:0'];

/** A port of this machine that another program uses. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

/** Runs the command of a hint. */
async function follow(home: string, hint = '') {
  let ran = await cli(home, ['help']);
  for (const command of hint.split(' && ')) ran = await cli(home, command.split(' ').slice(1));
  return ran;
}

describe('a start whose port another program uses', () => {
  test('names the command with the next free port, with the flags that were given, for each listener', async () => {
    const home = throwAwayHome();
    const [one, two] = [await takenPort(), await takenPort()];
    const flags = ['--http', `127.0.0.1:${one}`, '--smtp', `127.0.0.1:${two}`, '--test-clock'];
    const first = await cli(home, ['up', ...flags]);
    expect([first.exit, first.error().code]).toEqual([1, 'NOT_STARTED']);
    expect(first.error().error).toContain(`can't listen on 127.0.0.1:${one} (EADDRINUSE)`);
    expect(first.error().hint).toMatch(
      new RegExp(`^agentmail up --http 127\\.0\\.0\\.1:\\d+ --smtp 127\\.0\\.0\\.1:${two} --test-clock$`),
    );
    const second = await follow(home, first.error().hint);
    expect(second.error().hint).toMatch(
      /^agentmail up --http 127\.0\.0\.1:\d+ --smtp 127\.0\.0\.1:\d+ --test-clock$/,
    );
    expect((await follow(home, second.error().hint)).json()).toMatchObject({ started: true });
  });

  test('that a setting names is set to another before the daemon has ever run', async () => {
    const home = throwAwayHome();
    const taken = `127.0.0.1:${await takenPort()}`;
    const set = await cli(home, ['config', 'set', 'smtp.listen', taken]);
    expect(set.json()).toMatchObject({ settings: [{ name: 'smtp.listen', value: taken }] });
    await cli(home, ['config', 'set', 'http.listen', '127.0.0.1:0']);
    const failed = await cli(home, ['up']);
    expect(failed.error().error).toContain('from the setting smtp.listen');
    expect(failed.error().hint).toMatch(
      /^agentmail config set smtp\.listen 127\.0\.0\.1:\d+ && agentmail up$/,
    );
    expect((await follow(home, failed.error().hint)).json()).toMatchObject({ started: true });
  });
});

describe('settings of a home that no daemon uses', () => {
  test('are checked, kept secret, and stored all or none', async () => {
    const home = throwAwayHome();
    const wrong = await cli(home, ['config', 'set', 'http.listen', 'here']);
    expect([wrong.exit, wrong.error().code, wrong.error().error]).toEqual([
      4,
      'NOT_CHANGED',
      'http.listen: must be host:port',
    ]);
    const early = await cli(home, ['config', 'set', 'mail.transport', 'relay']);
    expect(early.error().error).toBe('mail.relay: must have a url while mail.transport is relay');
    const relay = { url: 'smtp://relay.example', username: 'me', password: 'hush-hush' };
    const set = await cli(home, ['config', 'set', 'mail.relay', '-'], { stdin: JSON.stringify(relay) });
    expect(set.stdout).not.toContain('hush-hush');
    await cli(home, ['config', 'set', 'mail.transport', 'relay']);
    await cli(home, ['up', ...HTTP, ...SMTP]);
    expect(
      (await cli(home, ['config', 'list', 'mail'])).json<{ settings: object[] }>().settings,
    ).toMatchObject([
      { name: 'mail.transport', value: 'relay' },
      { name: 'mail.relay', value: { url: 'smtp://relay.example', password_set: true } },
      {},
      {},
    ]);
  });
});

test('of several starts at the same moment one starts the daemon, and the others say that it runs', async () => {
  const home = throwAwayHome();
  const starts = Array.from({ length: 4 }, () => startCli(home, ['up', ...HTTP, ...SMTP]).ended);
  const ran = await Promise.all(starts);
  expect(ran.map(({ exit, stderr }) => [exit, stderr.includes('NOT_STARTED')])).toEqual(
    Array.from({ length: 4 }, () => [0, false]),
  );
  const replies = ran.map((each) => each.json<{ started: boolean; pid: number; account_created: boolean }>());
  expect(replies.filter(({ started }) => started)).toHaveLength(1);
  expect(replies.filter(({ account_created }) => account_created)).toHaveLength(1);
  expect(new Set(replies.map(({ pid }) => pid)).size).toBe(1);
  expect((await cli(home, ['whoami'])).exit).toBe(0);
});
