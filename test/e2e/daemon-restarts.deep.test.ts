import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { bringUp, cli, startCli, throwAwayHome, whenGone, whenWaiting } from '../support/daemon-process.ts';

const FREE_PORTS = ['--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'];

describe('up and down', () => {
  test('what was stored is there after down and up, with the same key', async () => {
    const { home, pid } = await bringUp('support');
    expect((await cli(home, ['status'])).json()).toMatchObject({ running: true, pid });
    expect((await cli(home, ['down'])).json()).toEqual({ stopped: true, pid });
    expect(await cli(home, ['down'])).toMatchObject({ exit: 0 });
    const gone = await cli(home, ['status']);
    expect(gone.exit).toBe(7);
    expect(gone.json()).toMatchObject({ running: false });
    expect((await cli(home, ['up', ...FREE_PORTS])).json()).toMatchObject({
      started: true,
      account_created: false,
    });
    const { mailboxes } = (await cli(home, ['mailboxes', 'list'])).json<{ mailboxes: { name: string }[] }>();
    expect(mailboxes.map(({ name }) => name)).toEqual(['support']);
  });

  test('a start that fails tells what the daemon said', async () => {
    const { http } = await bringUp();
    const home = throwAwayHome();
    const ran = await cli(home, ['up', '--http', new URL(http).host, '--smtp', '127.0.0.1:0']);
    expect(ran.exit).toBe(1);
    expect(ran.error()).toMatchObject({ code: 'NOT_STARTED' });
    expect(ran.error().error).toContain('EADDRINUSE');
  });

  test('a setting that keeps the daemon from starting is named, and taken back without one', async () => {
    const { home, pid } = await bringUp();
    await cli(home, ['config', 'set', 'smtp.listen', '192.0.2.1:2525']);
    await cli(home, ['down']);
    await whenGone(pid);
    const failed = await cli(home, ['up', '--http', '127.0.0.1:0']);
    expect(failed.error()).toMatchObject({
      code: 'NOT_STARTED',
      error: expect.stringContaining("can't listen on 192.0.2.1:2525 (EADDRNOTAVAIL)"),
    });
    expect(failed.error().error).toContain('agentmail config unset smtp.listen');
    const unset = await cli(home, ['config', 'unset', 'smtp.listen']);
    expect(unset.json()).toMatchObject({ settings: [{ name: 'smtp.listen', value: null }] });
    await cli(home, ['up', ...FREE_PORTS]);
    const { entries } = (await cli(home, ['operator', 'audit', '--kind', 'settings.updated'])).json<{
      entries: { after: string[] }[];
    }>();
    expect(entries.map(({ after }) => after)).toEqual([['smtp.listen'], ['smtp.listen']]);
  });
});

describe('a daemon that is gone', () => {
  test('comes back with all that it had accepted', async () => {
    const { home, pid } = await bringUp('support');
    await cli(home, ['send', '--to', 'ann@example.com', '-s', 'Kept', '-b', 'Hi']);
    process.kill(pid, 'SIGKILL');
    await whenGone(pid);
    expect((await cli(home, ['whoami'])).exit).toBe(7);
    expect((await cli(home, ['doctor'])).exit).toBe(7);
    expect((await cli(home, ['up', ...FREE_PORTS])).json()).toMatchObject({ started: true });
    const { items } = (await cli(home, ['outbox', 'list'])).json<{ items: { subject: string }[] }>();
    expect(items.map(({ subject }) => subject)).toEqual(['Kept']);
    expect((await cli(home, ['doctor'])).json()).toMatchObject({ ok: true });
  });

  test('and restarted while a command waits, is found again on its new port', async () => {
    const { home } = await bringUp('support');
    const waiting = startCli(home, ['wait', '--timeout', '30', '--since', '2020-01-01T00:00:00Z']);
    await whenWaiting(home);
    await cli(home, ['down']);
    await cli(home, ['up', ...FREE_PORTS]);
    await cli(home, ['send', '--to', 'support@agentmail.localhost', '-s', 'After', '-b', 'Hi']);
    const ran = await waiting.ended;
    expect(ran.exit).toBe(0);
    expect(ran.json()).toMatchObject({ subject: 'After' });
  });
});

describe('logs', () => {
  test('are JSON lines, the last ones first asked for', async () => {
    const { home } = await bringUp();
    const { stdout, exit } = await cli(home, ['logs', '-n', '1']);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty('level');
  });

  test('that are followed go on until the command is told to end', async () => {
    const { home } = await bringUp();
    const following = startCli(home, ['logs', '-n', '1', '-f']);
    const { stdout } = following.process;
    if (!stdout) throw new Error('the command has no stdout');
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
    // The last line of before says that the command is there.
    await lines.next();
    await cli(home, ['down']);
    expect((await lines.next()).value).toContain('"level"');
    following.process.kill('SIGINT');
    expect((await following.ended).exit).toBe(0);
  });
});
