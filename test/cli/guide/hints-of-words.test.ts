import { describe, expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { launch, temporaryHome } from '../../support/service.ts';

describe('a word of another tool', () => {
  test.each([
    ['start', 'agentmail up'],
    ['init', 'agentmail up'],
    ['stop', 'agentmail down'],
    ['ls', 'agentmail inbox'],
    ['version', 'agentmail --version'],
    ['rm', 'agentmail messages delete'],
    ['get', 'agentmail messages show'],
    ['mailboxes rm', 'agentmail mailboxes delete'],
    ['messages get', 'agentmail messages show'],
    ['drafts ls', 'agentmail drafts list'],
  ])('%s leads to %s', async (typed, meant) => {
    const ran = await agentmail(typed.split(' '), { home: temporaryHome() });
    expect([ran.exit, ran.error().hint]).toEqual([2, `did you mean ${meant}?`]);
  });
});

describe('doctor', () => {
  test('asks neither daemon nor network when it is offline', async () => {
    const asked: string[] = [];
    const ran = await agentmail(['doctor', '--offline'], {
      home: temporaryHome(),
      env: { AGENTMAIL_URL: 'http://127.0.0.1:9' },
      fetch: async (input) => {
        asked.push(String(input));
        throw new TypeError('fetch failed');
      },
    });
    const { checks } = ran.json<{ checks: { id: string; severity: string }[] }>();
    expect(asked).toEqual([]);
    expect(checks.find(({ id }) => id === 'reachable')?.severity).toBe('skipped');
  });
});

test('mcp --config names a program that is there', async () => {
  const home = temporaryHome();
  await agentmail(['profiles', 'set', 'default', '--key'], { home, stdin: 'am_live_key' });
  const entry = async (PATH: string) => {
    const ran = await agentmail(['mcp', '--config'], { home, env: { PATH } });
    return ran.json<{ mcpServers: { agentmail: { command: string; args: string[] } } }>().mcpServers
      .agentmail;
  };
  const { command, args } = await entry('/nowhere');
  expect([command, args[0]]).toEqual([process.execPath, expect.stringMatching(/bin\/agentmail\.js$/)]);
});

test('doctor warns of an API and names an SMTP listener that other machines reach', async () => {
  const everywhere = { host: '0.0.0.0', port: 0 };
  const service = await launch({ config: { http: everywhere, smtp: everywhere } });
  const { home } = service;
  try {
    const { checks } = (await agentmail(['doctor'], { home })).json<{
      checks: { id: string; severity: string; message: string; remedy?: string }[];
    }>();
    const check = (id: string) => checks.find((each) => each.id === id);
    expect(check('exposure')).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/^Other machines can reach the API at 0\.0\.0\.0:\d+\. It has no TLS/),
      remedy: expect.stringContaining('agentmail config set http.listen'),
    });
    expect(check('ports')?.message).toMatch(/ responds at 127\.0\.0\.1:\d+, bound to 0\.0\.0\.0:\d+$/);
    const up = await agentmail(['up'], { home, env: { NO_COLOR: '1' }, terminal: 120 });
    expect(up.stdout).toMatch(
      /smtp +127\.0\.0\.1:\d+\n +bound to +0\.0\.0\.0:\d+|smtp +127\.0\.0\.1:\d+\nbound to +0\.0\.0\.0:\d+/,
    );
  } finally {
    await service.stop();
  }
});

test('a daemon that other machines reach is reported with where it listens, and warns', async () => {
  const service = await launch({ config: { http: { host: '0.0.0.0', port: 0 } } });
  try {
    const status = await agentmail(['status'], { home: service.home, env: { NO_COLOR: '1' }, terminal: 120 });
    expect(status.stdout).toMatch(/bound to +0\.0\.0\.0:\d+/);
    expect(status.stderr).toContain('Other machines can reach the API at 0.0.0.0:');
    expect(status.stderr).not.toContain('Sign-up is open');
    await agentmail(['config', 'set', 'access.signup', 'open'], { home: service.home });
    const up = await agentmail(['up'], { home: service.home, env: { NO_COLOR: '1' }, terminal: 120 });
    expect(up.stdout).toMatch(/bound to +0\.0\.0\.0:\d+/);
    expect(up.stderr).toContain('Sign-up is open');
  } finally {
    await service.stop();
  }
});

test('a daemon of this machine alone warns of nothing', async () => {
  const service = await launch();
  try {
    const status = await agentmail(['status'], { home: service.home, env: { NO_COLOR: '1' }, terminal: 120 });
    expect([status.exit, status.stderr]).toEqual([0, '']);
  } finally {
    await service.stop();
  }
});
