import { beforeEach, describe, expect, test } from 'vitest';
import * as api from '../../../support/api.ts';
import { type PlanJson, type SetupDesk, setupDesk } from '../../../support/setup-desk.ts';

/** Setups that a person hardly writes, and moments between two changes. */

let desk: SetupDesk;
beforeEach(async () => {
  desk = await setupDesk();
});

const setup = (value: object) => desk.write(JSON.stringify({ version: 1, ...value }));
const planned = async (value: object) => (await desk.run(['plan', setup(value)])).json<PlanJson>();
const pathsOf = ({ changes }: PlanJson) => changes.map(({ path, action }) => [path, action]);

test('a mailbox may be named as what objects inherit', async () => {
  const file = { mailboxes: { constructor: { preset: 'guarded' } } };
  expect(pathsOf(await planned(file))).toEqual([['mailboxes.constructor', 'create']]);
  expect((await desk.run(['apply', setup(file)])).exit).toBe(0);
  expect((await planned(file)).changes).toEqual([]);
  expect((await planned({ mailboxes: {} })).left).toMatchObject([{ path: 'mailboxes', count: 1 }]);
});

describe('a key', () => {
  const bot = (...mailboxes: string[]) => ({ bot: { role: 'agent', mailboxes } });
  beforeEach(async () => {
    const mailboxes = { a: { preset: 'guarded' }, b: { preset: 'guarded' } };
    expect((await desk.run(['apply', setup({ mailboxes, keys: bot('a') })])).exit).toBe(0);
  });

  test('leaves a mailbox before that is loosened', async () => {
    const file = {
      mailboxes: { a: { hitl_mode: 'disabled' }, b: { agent_authoring_mode: 'draft_only' } },
      keys: bot('b'),
    };
    expect((await planned(file)).changes).toMatchObject([
      { path: 'mailboxes.b', direction: 'tighten' },
      { path: 'keys.bot', direction: 'loosen' },
      { path: 'mailboxes.a', direction: 'loosen' },
    ]);
    const ran = await desk.run(['apply', setup(file), '--tighten-only']);
    expect(ran.json<{ skipped: { path: string }[] }>().skipped.map(({ path }) => path)).toEqual([
      'keys.bot',
      'mailboxes.a',
    ]);
  });

  test('of the same label, or of another role, is told and pruned', async () => {
    const { mailboxes } = await desk.service.must(desk.admin, api.listMailboxes);
    const ids = mailboxes.map(({ id }) => id);
    await desk.service.must(desk.admin, api.createApiKey, { role: 'agent', label: 'bot', mailbox_ids: ids });
    await desk.service.must(desk.admin, api.createApiKey, { role: 'admin', label: 'bot' });
    const file = { keys: bot('a', 'b') };
    expect(await planned(file)).toMatchObject({ changes: [], left: [{ path: 'keys', count: 2 }] });
    const exported = await desk.run(['export']);
    expect(exported.stdout).toContain('# 2 keys with the label of a newer one');
    const again = await desk.run(['plan', desk.write(exported.stdout, 'exported.yaml')]);
    expect(again.json<PlanJson>().changes).toEqual([]);
    expect((await desk.run(['apply', setup(file), '--prune', 'keys'])).exit).toBe(0);
    const { keys } = await desk.service.must(desk.admin, api.listApiKeys);
    expect(keys.filter(({ label }) => label === 'bot')).toHaveLength(1);
  });
});

test('a notice is only created at the host that the file has', async () => {
  const notices = [{ format: 'slack', host: 'https://hooks.slack.com', address: { env: 'HOOK' } }];
  const file = setup({ notices });
  const elsewhere = await desk.run(['apply', file], {
    env: { HOOK: 'https://hooks.slack.com.example/secret' },
  });
  expect(elsewhere.error().error).toContain("The address isn't at https://hooks.slack.com/.");
  expect(JSON.stringify(elsewhere.error())).not.toContain('/secret');
  expect((await desk.service.must(desk.admin, api.listNoticeTargets)).notices).toEqual([]);
});

test('a notice without an address is that of the account, not one of somebody else', async () => {
  await desk.run(['apply', setup({ notices: [{ format: 'email', address: 'bob@example.org' }] })]);
  const file = { notices: [{ format: 'email' }, { format: 'email', address: 'bob@example.org' }] };
  expect(pathsOf(await planned(file))).toEqual([['notices.email of the account', 'create']]);
});

test('a webhook that is told more loosens', async () => {
  const hook = (more: object) => ({
    webhooks: [
      { url: 'https://127.0.0.1:9/hook', enabled: false, enabled_events: ['message.received'], ...more },
    ],
  });
  expect((await desk.run(['apply', setup(hook({}))])).exit).toBe(0);
  expect((await planned(hook({ enabled: true }))).loosening).toBe(1);
  const events = ['message.received', 'message.delivered'];
  expect((await planned(hook({ enabled_events: events }))).loosening).toBe(1);
  expect((await planned(hook({ description: 'Of the team' }))).loosening).toBe(0);
});

test('an interruption ends a run between two changes, and keeps new secrets', async () => {
  const stop = new AbortController();
  await desk.run(['apply', setup({ mailboxes: { a: { preset: 'guarded' } } })]);
  const file = setup({
    mailboxes: { a: { allowlist: ['ann@x.example'] } },
    keys: { bot: { role: 'agent', mailboxes: ['a'] } },
    webhooks: [{ url: 'https://127.0.0.1:9/hook', enabled_events: ['message.received'] }],
  });
  const ran = await desk.run(['apply', file], {
    interrupted: stop.signal,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input instanceof Request ? input.url : input).endsWith('/api-keys') && answer.status === 201)
        stop.abort();
      return answer;
    },
  });
  expect([ran.exit, ran.json()]).toMatchObject([
    8,
    {
      applied: [{ path: 'mailboxes.a.allowlist' }, { path: 'keys.bot' }],
      not_applied: 1,
      secrets: [{ path: 'keys.bot', secret: expect.stringContaining('am_live_') }],
    },
  ]);
  expect((await desk.service.must(desk.admin, api.listWebhooks)).webhooks).toEqual([]);
});
