import { describe, expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { sharedTenantCli } from '../../support/tenant-cli.ts';

const { service, made } = sharedTenantCli();

const onTerminal = (...argv: string[]) => agentmail(argv, { ...made.options, terminal: 120 });
const piped = (...argv: string[]) => agentmail(argv, made.options);
const message = (to: string) => ['--to', to, '-s', 'Numbers', '-b', 'Here they are.'];
const post = (path: string, body: object, key: string) =>
  service.request(made.tenant.admin, `POST ${path}`, { body, headers: { 'idempotency-key': key } });

describe('a key that was used already', () => {
  test('says that nothing was sent now, and who has the message', async () => {
    const key = ['--idempotency-key', 'order-1'];
    const first = await onTerminal('send', ...message('ann@example.org'), ...key);
    expect(first.stdout).toContain('Sent.');
    const again = await onTerminal('send', ...message('bob@example.org'), ...key);
    expect([again.exit, again.stdout]).toEqual([
      0,
      expect.stringContaining('Already sent to ann@example.org with this key; nothing was sent now.'),
    ]);
    expect(again.stdout).not.toContain('Sent.');
    const json = await piped('send', ...message('bob@example.org'), ...key);
    expect(json.json()).toMatchObject({ replayed: true, recipient: 'ann@example.org' });
  });

  test('is no replay at first, nor when it is asked about', async () => {
    const sent = await piped('send', ...message('cleo@example.org'), '--idempotency-key', 'order-2');
    const asked = await piped('idempotency', 'order-2');
    for (const ran of [sent, asked]) expect(ran.json()).not.toHaveProperty('replayed');
  });

  test('tells programs by a field and a header, for sends, replies and drafts', async () => {
    await service.deliver({
      from: 'ann@example.org',
      to: made.tenant.mailbox.address,
      subject: 'Hi',
      text: 'Hello.',
    });
    await service.drain();
    const { messages } = (await piped('inbox')).json<{ messages: { id: string }[] }>();
    const fresh = {
      from_mailbox: made.tenant.mailbox.id,
      to: 'ann@example.org',
      subject: 'Hi',
      body: 'Hello.',
    };
    const draft = {
      mailbox_id: made.tenant.mailbox.id,
      to: 'ann@example.org',
      subject: 'Hi',
      body: 'Hello.',
    };
    const written = await post('/v1/drafts', draft, 'kept');
    const wishes = [
      ['/v1/messages/send', fresh],
      [`/v1/messages/${messages[0]?.id}/reply`, { body: 'Hello.' }],
      ['/v1/drafts', draft],
      [`/v1/drafts/${written.body.id}/send`, {}],
    ] as const;
    for (const [path, body] of wishes) {
      const first = await post(path, body, `key of ${path}`);
      expect([first.headers.get('idempotent-replayed'), first.body.replayed], path).toEqual([
        null,
        undefined,
      ]);
      const again = await post(path, body, `key of ${path}`);
      expect([again.status, again.headers.get('idempotent-replayed'), again.body.replayed], path).toEqual([
        200,
        'true',
        true,
      ]);
    }
  });

  test('names what differs from the first, and with --strict refuses that', async () => {
    const key = ['--idempotency-key', 'order-4'];
    const first = await piped('send', ...message('ann@example.org'), ...key, '--strict');
    expect(first.exit).toBe(0);
    const again = await onTerminal('send', ...message('bob@example.org'), ...key);
    expect([again.exit, again.stdout]).toEqual([
      0,
      expect.stringContaining('The key was used with other content (to).'),
    ]);
    expect((await piped('send', ...message('ann@example.org'), ...key)).json()).not.toHaveProperty('differs');
    expect((await piped('send', ...message('bob@example.org'), ...key)).json().differs).toEqual(['to']);
    for (const to of ['bob@example.org', 'cleo@example.org', 'dora@example.org']) {
      const refused = await piped('send', ...message(to), ...key, '--strict');
      expect([refused.exit, refused.error()]).toMatchObject([
        4,
        { code: 'IDEMPOTENCY_KEY_REUSED', details: { differs: ['to'] } },
      ]);
    }
    const repeated = await piped('send', ...message('ann@example.org'), ...key, '--strict');
    expect([repeated.exit, repeated.json().message_id]).toEqual([0, first.json().message_id]);
  });

  test('names what differs in a draft, and with --strict refuses that', async () => {
    const words = (to: string) => ['drafts', 'create', ...message(to), '--idempotency-key', 'draft-2'];
    await piped(...words('ann@example.org'));
    expect((await onTerminal(...words('bob@example.org'))).stdout).toContain('with other content (to)');
    expect((await piped(...words('ann@example.org'), '--strict')).exit).toBe(0);
    const refused = await piped(...words('bob@example.org'), '--strict');
    expect([refused.exit, refused.error().code]).toEqual([4, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('writes no second draft, and says so', async () => {
    const words = ['drafts', 'create', ...message('ann@example.org'), '--idempotency-key', 'draft-1'];
    expect((await onTerminal(...words)).stdout).not.toContain('used before');
    expect((await onTerminal(...words)).stdout).toContain(
      'This key was used before; no new draft was created.',
    );
  });

  test('is not called used when an answer of this very send got lost', async () => {
    let lost = 0;
    const ran = await agentmail(['send', ...message('dora@example.org'), '--idempotency-key', 'order-3'], {
      ...made.options,
      fetch: async (input, init) => {
        const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
        const response = await fetch(input, init);
        if (method !== 'POST' || lost > 0) return response;
        lost += 1;
        throw new TypeError('fetch failed');
      },
    });
    expect([ran.exit, lost]).toEqual([0, 1]);
    expect(ran.json()).not.toHaveProperty('replayed');
  });
});
