import { beforeAll, describe, expect, test } from 'vitest';
import { shortThreadId } from '../../../cli/output/views/short-ids.ts';
import { agentmail } from '../../support/cli.ts';
import { createTenant, sharedService, type Tenant } from '../../support/service.ts';
import { mailbox, startStub } from '../../support/stub-daemon.ts';

/** Ids by their ends: of every kind of thing, in every mailbox. */

const service = sharedService();
let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  tenant = await createTenant(service, { tier: 'pro' });
  env = { AGENTMAIL_KEY: tenant.admin };
  await run('mailboxes', 'create', 'second');
  await service.deliver({
    from: 'ann@example.org',
    to: 'second@agentmail.localhost',
    subject: 'Far',
    text: 'Hi.',
  });
  await service.drain();
});

const run = (...argv: readonly string[]) => agentmail(argv, { home: service.home, env });
const end = (id: string | undefined) => id?.slice(-8) ?? 'none';

async function listed<One = { id: string }>(
  field: string,
  ...argv: readonly string[]
): Promise<readonly One[]> {
  return (await run(...argv)).json<Record<string, readonly One[]>>()[field] ?? [];
}

describe('a short id', () => {
  test('of a message is looked for in every mailbox, or in the one that is named', async () => {
    const [message] = await listed('messages', 'inbox', 'second');
    expect((await run('messages', 'show', end(message?.id))).json()).toMatchObject({ id: message?.id });
    const elsewhere = await run('messages', 'show', end(message?.id), '-m', tenant.mailbox.name);
    expect([elsewhere.exit, elsewhere.error().error]).toEqual([
      2,
      expect.stringMatching(/^No message of the latest/),
    ]);
  });

  test('of a thread or a draft is looked for in every mailbox', async () => {
    const [thread] = await listed('threads', 'threads', 'list', 'second');
    const shown = await run('threads', 'show', shortThreadId(thread?.id ?? ''));
    expect(shown.json()).toMatchObject({ id: thread?.id, mailbox_name: 'second' });
    const text = ['--to', 'ann@example.org', '-s', 'Later', '-b', 'Soon.'];
    const draft = (await run('drafts', 'create', '-m', 'second', ...text)).json<{ id: string }>();
    expect((await run('drafts', 'show', end(draft.id))).json()).toMatchObject({ id: draft.id });
  });

  test('of a message names its thread, whose mailbox need not be named', async () => {
    const [message] = await listed('messages', 'inbox', 'second');
    const shown = await run('threads', 'show', end(message?.id));
    expect(shown.json()).toMatchObject({ mailbox_name: 'second' });
    expect((await run('send', '--thread', end(message?.id), '-b', 'An answer.')).exit).toBe(0);
  });

  test('of a message that waits for review is found, although lists leave it out', async () => {
    await run('mailboxes', 'update', 'second', '--review', 'all_outbound');
    const { api_key } = (await run('keys', 'create', '-m', 'second', '--open')).json<{ api_key: string }>();
    const sent = await agentmail(['send', '--to', 'ann@example.org', '-s', 'Hi', '-b', 'Hello.'], {
      home: service.home,
      env: { AGENTMAIL_KEY: api_key },
    });
    const { message_id: id } = sent.json<{ message_id: string }>();
    expect((await run('messages', 'show', end(id))).json()).toMatchObject({ id, state: 'pending_review' });
  });

  test('names a mailbox, a key, a hold and a webhook', async () => {
    const [first] = await listed('mailboxes', 'mailboxes', 'list');
    expect((await run('mailboxes', 'show', end(first?.id))).json()).toMatchObject({ id: first?.id });
    const hold = (await run('holds', 'apply', '--reason', 'x', '-m', 'second')).json<{ id: string }>();
    expect((await run('holds', 'show', end(hold.id))).json()).toMatchObject({ id: hold.id });
    expect((await run('holds', 'release', end(hold.id), '--reason', 'y')).exit).toBe(0);
    const key = (await run('keys', 'create', '-m', 'second', '--open')).json<{ id: string }>();
    expect((await run('keys', 'revoke', end(key.id))).exit).toBe(0);
    const made = await run('webhooks', 'create', 'https://x.example', '--event', 'message.received');
    const { webhook } = made.json<{ webhook: { id: string } }>();
    expect((await run('webhooks', 'show', end(webhook.id))).json()).toMatchObject({ id: webhook.id });
  });

  test('names accounts, mailboxes and domains for the owner of the machine', async () => {
    const [account] = await listed<{ account_id: string }>('accounts', 'operator', 'accounts', 'list');
    const shown = await run('operator', 'accounts', 'show', end(account?.account_id));
    expect(shown.json()).toMatchObject({ account_id: account?.account_id });
    const narrowed = await run('operator', 'mailboxes', 'list', '--account', end(tenant.accountId));
    expect(narrowed.json<{ mailboxes: object[] }>().mailboxes).toHaveLength(2);
    const paused = await run(
      'operator',
      'mailboxes',
      'update',
      'second@agentmail.localhost',
      '--status',
      'active',
    );
    expect(paused.exit).toBe(0);
    const domain = (await run('domains', 'add', 'short.example')).json<{ id: string }>();
    expect((await run('domains', 'show', end(domain.id))).json()).toMatchObject({
      domain_name: 'short.example',
    });
    const verified = await run('operator', 'domains', 'update', 'short.example', '--verified', 'on');
    expect(verified.json()).toMatchObject({ id: domain.id });
  });

  test('names the sender whom a message comes from', async () => {
    const [message] = await listed('messages', 'inbox', 'second');
    const granted = await run('trust', 'grant', '-m', 'second', '--message', end(message?.id));
    // A key may not do it; the message was found.
    expect(granted.error().code).not.toBe('USAGE');
  });

  test('that fits several is an error with the candidates, for programs and for people', async () => {
    const ids = ['01960000-0000-7000-8000-0000aa123456', '01960000-0000-7000-8000-0000bb123456'];
    const { home } = await startStub((server) => {
      server.get('/v1/mailboxes', async () => ({ mailboxes: [mailbox('support')] }));
      server.get('/v1/webhooks', async () => ({ webhooks: ids.map((id) => webhookOf(id)) }));
    });
    const ran = await agentmail(['webhooks', 'show', '123456'], { home });
    const about = 'https://hooks.example.com';
    expect([ran.exit, ran.error().error]).toEqual([2, 'More than one webhook matches "123456".']);
    expect(ran.error().details).toEqual({ candidates: ids.map((id) => ({ id, about })) });
    const seen = await agentmail(['webhooks', 'show', '123456'], { home, terminal: 100 });
    for (const id of ids) expect(seen.stderr).toContain(`  ${id} ${about}\n`);
  });
});

const webhookOf = (id: string) => ({
  id,
  url: 'https://hooks.example.com',
  description: null,
  enabled: true,
  enabled_events: ['message.received'],
  request_header_names: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  consecutive_failures: 0,
  last_success_at: null,
  last_failure_at: null,
  last_error: null,
  disabled_at: null,
  disabled_reason: null,
});

describe('the mailbox of a command', () => {
  test.each([
    ['inbox'],
    ['messages', 'list'],
    ['threads', 'list'],
    ['drafts', 'list'],
    ['allowlist', 'list'],
    ['policy', 'show'],
    ['mailboxes', 'show'],
    ['trust', 'list'],
    ['senders', 'allowed'],
  ])('is a word or a flag, and not both: %s %s', async (...command) => {
    const [word, flag] = await Promise.all([run(...command, 'second'), run(...command, '-m', 'second')]);
    expect([word.exit, word.stdout]).toEqual([0, flag.stdout]);
    const both = await run(...command, 'second', '-m', 'second');
    expect([both.exit, both.error().error]).toEqual([2, "MAILBOX and --mailbox can't be combined."]);
  });

  test('is named in send like everywhere, or with --from', async () => {
    const text = ['--to', 'delivered@example.com', '-s', 'Hi', '-b', 'Hello.'];
    for (const flag of ['-m', '--mailbox', '--from'])
      expect((await run('send', flag, 'second', ...text)).exit).toBe(0);
    const both = await run('send', '-m', 'second', '--from', 'second', ...text);
    expect([both.exit, both.error().error]).toEqual([2, "--mailbox and --from can't be combined."]);
  });

  test('is waited for by its word, as are several', async () => {
    const ran = await run('wait', 'second', tenant.mailbox.name, '--timeout', '1s');
    expect([ran.exit, ran.error().code]).toEqual([6, 'NOTHING_ARRIVED']);
  });

  test('is never deleted without being named', async () => {
    const ran = await run('mailboxes', 'delete');
    expect([ran.exit, ran.error().error]).toEqual([2, 'No mailbox given.']);
  });
});

describe('an address with a name', () => {
  const ANN = 'Ann <ann@example.org>';

  test('is a recipient of a send, a draft and a preview', async () => {
    const text = ['-m', 'second', '--to', ANN, '-s', 'Hi'];
    const draft = await run('drafts', 'create', ...text, '-b', 'Hello.');
    expect(draft.json()).toMatchObject({ recipient: 'ann@example.org' });
    expect((await run('policy', 'preview', '--origin', 'human', ...text)).exit).toBe(0);
    const sent = (await run('send', ...text, '-b', 'Hello.')).json<{ message_id: string }>();
    expect((await run('messages', 'show', sent.message_id)).json()).toMatchObject({
      recipient: 'ann@example.org',
    });
  });

  test('is an entry of the allowlist, the suppressions and the senders', async () => {
    await run('allowlist', 'add', '-m', 'second', '"Lee, Bob" <bob@example.org>');
    expect(await listed('allowlist', 'allowlist', 'list', 'second')).toMatchObject([
      { email: 'bob@example.org' },
    ]);
    expect((await run('allowlist', 'remove', '-m', 'second', 'Bob <bob@example.org>')).exit).toBe(0);
    await run('suppressions', 'add', 'Bob <bob@example.org>');
    expect(await listed('suppressions', 'suppressions', 'list')).toMatchObject([
      { email: 'bob@example.org' },
    ]);
    await run('senders', 'block', 'Eve <eve@example.org>');
    expect(await listed('blocklist', 'senders', 'blocked')).toMatchObject([{ email: 'eve@example.org' }]);
  });

  test('does not hide a second one', async () => {
    const ran = await run(
      'send',
      '--to',
      'Ann <ann@example.org>, bob@example.org',
      '-s',
      'Hi',
      '-b',
      'Hello.',
    );
    expect(ran.exit).toBe(2);
  });
});
