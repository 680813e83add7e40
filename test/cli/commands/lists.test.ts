import { beforeAll, describe, expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';

/** Lists as people see them at 80 columns, and what they copy from there. */

const service = sharedService();
let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  tenant = await createTenant(service, { tier: 'pro' });
  env = { AGENTMAIL_KEY: tenant.admin, NO_COLOR: '1' };
  for (const subject of ['One', 'Two', 'Three']) {
    await service.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject, text: 'Hello.' });
    await service.drain();
  }
});

const run = (...argv: readonly string[]) => agentmail(argv, { home: service.home, env });
const shown = async (...argv: readonly string[]) =>
  (await agentmail(argv, { home: service.home, env, terminal: 80 })).stdout;

const MORE = /^More: (--cursor \S+)$/m;

describe('a list that is cut at its page', () => {
  test.each([
    ['inbox', '--limit', '2'],
    ['messages', 'list', '--limit', '2'],
    ['search', 'Hello', '--limit', '2'],
    ['threads', 'list', '--limit', '2'],
  ])('says how it goes on, with what the next page takes: %s', async (...words) => {
    const first = await shown(...words);
    const [, more = ''] = MORE.exec(first) ?? [];
    expect(first).not.toContain('One');
    const second = await shown(...words, ...more.split(' '));
    expect(second).toContain('One');
    expect(second).not.toContain('Two');
    expect(second).not.toMatch(MORE);
  });

  test('of drafts, too', async () => {
    for (const subject of ['First', 'Second']) {
      await run('drafts', 'create', '--to', 'ann@example.org', '-s', subject, '-b', 'Text.');
    }
    const [, more = ''] = MORE.exec(await shown('drafts', 'list', '--limit', '1')) ?? [];
    expect(await shown('drafts', 'list', '--limit', '1', ...more.split(' '))).toContain('First');
  });
});

describe('a short id that a list shows', () => {
  const newest = async () => {
    const { messages } = (await run('inbox')).json<{ messages: { id: string; subject: string }[] }>();
    return messages[0]?.id.slice(-8) ?? '';
  };

  test('is where the next page begins', async () => {
    const { messages } = (await run('inbox', '--cursor', await newest())).json<{ messages: object[] }>();
    expect(messages).toHaveLength(2);
  });

  test('names the thread that a send continues', async () => {
    const sent = await run('send', '--thread', await newest(), '-b', 'An answer.');
    expect([sent.exit, sent.stderr]).toEqual([0, '']);
    const [, thread = ''] = /(t[0-9a-f]{7})$/m.exec(await shown('threads', 'list')) ?? [];
    expect((await run('send', '--thread', thread, '-b', 'Another.')).exit).toBe(0);
  });

  test('names what a draft answers, and the thread that it stands in', async () => {
    const words = ['drafts', 'create', '--to', 'ann@example.org', '-s', 'Re', '-b', 'Text.'];
    const answer = await run(...words, '--in-reply-to', await newest());
    expect([answer.exit, answer.stderr]).toEqual([0, '']);
    expect((await run(...words, '--thread', await newest())).exit).toBe(0);
  });
});

describe('an id that a command takes whole', () => {
  const wholeIds = (text: string) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)?.length ?? 0;

  test.each([
    [['keys', 'list'], 'keys'],
    [['operator', 'mailboxes', 'list'], 'mailboxes'],
    [['operator', 'accounts', 'list'], 'accounts'],
    [['operator', 'domains', 'list'], 'domains'],
    [['domains', 'list'], 'domains'],
    [['webhooks', 'list'], 'webhooks'],
  ])('is shown whole at 80 columns: %j', async (words, field) => {
    await run('domains', 'add', 'a-domain-with-a-long-name.example.com');
    await run(
      'webhooks',
      'create',
      'https://hooks.example.com/agentmail/arrivals',
      '--event',
      'message.received',
    );
    const listed = (await run(...words)).json<Record<string, object[]>>()[field]?.length ?? 0;
    const text = await shown(...words);
    expect(listed).toBeGreaterThan(0);
    expect(wholeIds(text)).toBeGreaterThanOrEqual(listed);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('leaves the address of a webhook room to be read', async () => {
    await run('webhooks', 'create', 'https://hooks.example.com/agentmail', '--event', 'message.received');
    expect(await shown('webhooks', 'list')).toContain('hooks.example.com');
  });
});
