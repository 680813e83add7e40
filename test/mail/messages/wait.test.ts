import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createMailbox,
  createTenant,
  sharedService,
  startService,
  type Tenant,
} from '../../support/service.ts';

interface WaitReply {
  message: { id: string; subject: string; created_at: string } | null;
  review_trigger_source: string | null;
}

describe('waiting for a message', () => {
  const service = sharedService();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await createTenant(service);
  });

  const wait = (query: string, mailbox = 'helper') =>
    service.request<WaitReply>(tenant.admin, `GET /v1/mailboxes/${mailbox}/messages/wait?${query}`);
  const deliver = (subject: string, to = tenant.mailbox.address) =>
    service.deliver({ from: 'ann@example.org', to, subject, text: `A plain message about ${subject}.` });
  const box = async (name: string) => (await createMailbox(service, tenant.admin, name)).address;

  it('answers null when the time is over, by the clock', async () => {
    await box('silent');
    const waiting = wait('timeout=30', 'silent');
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBeGreaterThan(0);
    service.clock.moveTo(service.clock.now() + 30_000);
    expect((await waiting).body).toEqual({ message: null, review_trigger_source: null });
    expect(service.daemon.context.signals.watching('mailbox')).toBe(0);
  });

  it.each(['0', '31', '-1', '1.5', 'x', ''])('refuses timeout=%s', async (timeout) => {
    const reply = await wait(`timeout=${timeout}`);
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('answers at once with the newest message when there is one', async () => {
    const address = await box('newest');
    await deliver('first', address);
    await deliver('second', address);
    await service.drain();
    expect((await wait('timeout=1', 'newest')).body.message?.subject).toBe('second');
  });

  it('follows created_at from answer to answer and skips nothing', { tags: 'race' }, async () => {
    const address = await box('stream');
    const start = new Date(service.clock.now()).toISOString();
    const count = 40;
    // Eight at a time: the listener lets one address have twenty sessions.
    const sending = Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (let index = lane; index < count; index += 8) await deliver(`n${index}`, address);
      }),
    );
    const seen: string[] = [];
    let since = start;
    while (seen.length < count) {
      const { message } = (await wait(`timeout=20&since=${encodeURIComponent(since)}`, 'stream')).body;
      if (!message) break;
      seen.push(message.subject);
      expect(message.created_at > since).toBe(true);
      since = message.created_at;
    }
    await sending;
    expect(seen.toSorted()).toEqual(Array.from({ length: count }, (_, index) => `n${index}`).toSorted());
  });

  it('tells a key that was revoked or unbound meanwhile so, and not what arrived', async () => {
    const made = await createMailbox(service, tenant.admin, 'guarded');
    const keys = [];
    for (let count = 0; count < 3; count++) {
      const key = await service.call(tenant.admin, api.createApiKey, {
        role: 'agent',
        mailbox_ids: [made.id],
      });
      keys.push(key.body);
    }
    const [revoked, unbound] = keys;
    const waits = keys.map(({ api_key }) =>
      service.call(api_key, api.waitForMessage, { id: made.id, timeout: 30 }),
    );
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBe(3);
    await service.call(tenant.admin, api.revokeApiKey, { id: revoked?.id ?? '' });
    await service.call(tenant.admin, api.updateApiKey, {
      id: unbound?.id ?? '',
      mailbox_ids: [tenant.mailbox.id],
    });
    await deliver('confidential', made.address);
    const replies = await Promise.all(waits);
    expect(replies.map(({ status, body }) => [status, body.code ?? body.message?.subject])).toEqual([
      [401, 'API_KEY_REVOKED'],
      [403, 'MAILBOX_ACCESS_DENIED'],
      [200, 'confidential'],
    ]);
  });

  it('wakes every one of many waiters, and leaves nothing behind when they hang up', async () => {
    const address = await box('crowd');
    const many = Array.from({ length: 100 }, () => wait('timeout=30', 'crowd'));
    const gone = new AbortController();
    const hangingUp = Array.from({ length: 50 }, () =>
      fetch(`${service.daemon.runtime.http}/v1/mailboxes/crowd/messages/wait?timeout=30`, {
        headers: { authorization: `Bearer ${tenant.admin}` },
        signal: gone.signal,
      }).catch(() => undefined),
    );
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBe(150);
    gone.abort();
    await Promise.all(hangingUp);
    await expect.poll(() => service.daemon.context.signals.watching('mailbox')).toBe(100);
    await deliver('for all', address);
    const answers = await Promise.all(many);
    expect(new Set(answers.map((answer) => answer.body.message?.subject))).toEqual(new Set(['for all']));
    expect(service.daemon.context.signals.watching('mailbox')).toBe(0);
  });

  it('answers waiters with 503 when the daemon stops', async () => {
    const second = await startService();
    const owner = await createTenant(second);
    const waiting = second.call(owner.admin, api.waitForMessage, { id: 'helper', timeout: 30 });
    await expect.poll(() => second.daemon.context.signals.watching('mailbox')).toBe(1);
    await second.stop();
    const reply = await waiting;
    expect([reply.status, reply.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    // A kept connection would hold up the end for seconds.
    expect(reply.headers.get('connection')).toBe('close');
  });
});
