import { beforeAll, describe, expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();

beforeAll(async () => {
  await agentmail(['up'], { home: service.home });
  await agentmail(['mailboxes', 'create', 'support'], { home: service.home });
  await agentmail(['policy', 'set-mode', 'supervised'], { home: service.home });
});

/** No colours. */
const PLAIN = { NO_COLOR: '1' };
const run = (...argv: string[]) => agentmail(argv, { home: service.home });
const dryRun = (...more: string[]) =>
  run('send', '--to', 'ann@example.com', '-s', 'Hi', '-b', 'Hello', '--dry-run', ...more);

describe('a dry run', () => {
  test('ends as the send would, and sends nothing', async () => {
    const human = await dryRun();
    expect([human.exit, human.json<{ result: string }>().result]).toEqual([0, 'passes_all_checks_run']);
    const agent = await dryRun('--as', 'agent');
    expect([agent.exit, agent.json<{ result: string }>().result]).toEqual([4, 'would_block']);
    const sent = (await run('messages', 'list')).json<{ messages: unknown[] }>();
    expect(sent.messages).toEqual([]);
  });

  test('ends like the preview that is asked for by name', async () => {
    const preview = (origin: string) =>
      run('policy', 'preview', '--to', 'ann@example.com', '--origin', origin);
    expect([(await preview('human')).exit, (await preview('agent')).exit]).toEqual([0, 4]);
  });

  test('explains each gate to a person, and what would change a refusal', async () => {
    const argv = ['policy', 'explain', '--to', 'info@example.com'];
    const { stdout } = await agentmail(argv, { home: service.home, terminal: 100 });
    expect(stdout).toMatch(/suspension\s+\S*pass/);
    expect(stdout).toMatch(/containment\s+\S*refused/);
    expect(stdout).toMatch(/deliverability\s+\S*refused/);
    expect(stdout).toMatch(/content_scan\s+\S*not run/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('Add the recipient to the allowlist');
  });

  test('says a hold in sentences, with the codes beside them', async () => {
    await run('mailboxes', 'create', 'held');
    await run('mailboxes', 'update', 'held', '--review', 'all_outbound');
    for (const verb of ['preview', 'explain']) {
      const argv = ['policy', verb, '--mailbox', 'held', '--to', 'ann@example.com'];
      const { stdout } = await agentmail(argv, { home: service.home, terminal: 120, env: PLAIN });
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        'This mailbox holds everything that agents send. (hitl_all_outbound)',
      );
      expect(stdout).not.toMatch(/^\S+\s+(?:pass|skipped|not run)\s+-$/m);
    }
  });

  test('is for fresh messages, and its flags for it alone', async () => {
    expect((await run('send', '--thread', 'x', '-b', 'Hello', '--dry-run')).exit).toBe(2);
    expect((await run('send', '--to', 'a@b.example', '-s', 'Hi', '-b', 'Hello', '--explain')).exit).toBe(2);
  });
});

test('the owner sees whose each domain is, and how a list goes on', async () => {
  for (const name of ['first', 'second']) {
    await run('operator', 'accounts', 'create', `${name}@example.com`);
    const { key } = (await run('operator', 'accounts', 'key', `${name}@example.com`)).json<{ key: string }>();
    await agentmail(['domains', 'add', `${name}.example`], {
      home: service.home,
      env: { AGENTMAIL_KEY: key },
    });
  }
  const argv = ['operator', 'domains', 'list', '--limit', '1'];
  const { domains, next_cursor } = (await run(...argv)).json<{
    domains: { domain_name: string; account_id: string }[];
    next_cursor: string;
  }>();
  expect(domains.map(({ domain_name: name }) => name)).toEqual(['second.example']);
  const { stdout } = await agentmail(argv, { home: service.home, terminal: 400 });
  expect(stdout).toContain(domains[0]?.account_id);
  expect(stdout).toContain(`More: --cursor ${next_cursor}`);
});

test('figures are what a monitoring system reads, also in a pipe, unless JSON is asked for', async () => {
  expect((await run('operator', 'metrics')).stdout).toMatch(/^# HELP agentmail_/);
  const { metrics } = (await run('operator', 'metrics', '--json')).json<{ metrics: string }>();
  expect(metrics).toMatch(/^# HELP agentmail_/);
});

test('the owner sees settings whole, however narrow the terminal is', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `brand-number-${index}`);
  const set = `mailboxes.brand_names=${JSON.stringify(names)}`;
  const argvs = [
    ['operator', 'settings', 'set', set],
    ['operator', 'settings', 'show'],
  ];
  for (const argv of argvs) {
    const { stdout } = await agentmail(argv, { home: service.home, terminal: 60, env: PLAIN });
    expect(stdout).toContain(JSON.stringify(names));
    expect(stdout).toMatch(/^access\.signup {2,}"open"$/m);
  }
});

test('the owner sees what keeps an account from erasure and from sending', async () => {
  await run('operator', 'accounts', 'create', 'held@example.com', '--tier', 'sandbox');
  const show = async () => {
    const argv = ['operator', 'accounts', 'show', 'held@example.com'];
    return (await agentmail(argv, { home: service.home, terminal: 100, env: PLAIN })).stdout;
  };
  expect(await show()).toMatch(/^legal hold +no$/m);
  await run('operator', 'accounts', 'hold', 'held@example.com', '--reason', 'A lawsuit');
  await service.operator(api.operatorUpdateAccount, {
    id: 'held@example.com',
    trial_sends_used: 17,
    platform_domain: { health: 'unhealthy' },
    warmup: {
      until: '2099-01-01T00:00:00Z',
      shared_domain_daily_limit: 5,
      velocity_gate_mode: 'log_only',
      reason: 'New here',
    },
  });
  const shown = await show();
  expect(shown).toMatch(/^legal hold +yes/m);
  expect(shown).toMatch(/^sent on trial +17$/m);
  expect(shown).toMatch(/^platform domain +active, unhealthy$/m);
  expect(shown).toMatch(/^warm-up +log only: New here$/m);
  expect(shown).toMatch(/^at most +5 a day$/m);
});
