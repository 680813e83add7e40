import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

describe('reporting a message', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;
  let stranger: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    const other = await createMailbox(service, tenant.admin, 'other');
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    stranger = await createAgent(service, tenant.admin, other.id);
  });

  const receive = async (from: string) => {
    const answer = await service.deliver({
      from: 'bounces@lists.example',
      to: tenant.mailbox.address,
      raw: `From: ${from}\r\nTo: ${tenant.mailbox.address}\r\nSubject: Offer\r\n\r\nBuy now, while it lasts.\r\n`,
    });
    await service.drain();
    return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
  };
  const move = (id: string, state: 'quarantined' | 'received' | 'blocked') =>
    service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ state }).where('id', '=', id).execute(),
    );
  const report = (key: string, id: string, body?: object) =>
    service.call(key, api.reportMessage, { id, ...body });
  const blocklisted = async () =>
    (
      await service.daemon.context.store.read
        .selectFrom('events')
        .select('data')
        .where('type', '=', 'sender_blocklist.added')
        .orderBy('seq')
        .execute()
    ).map(({ data }) => data);

  it('blocks a quarantined message and its sender, and says so once', async () => {
    const id = await receive('Pusher <Pusher@Example.org>');
    await move(id, 'quarantined');
    const first = await report(agent, id, { reason: ' unwanted ' });
    expect([first.status, first.body]).toEqual([
      200,
      {
        message_id: id,
        state: 'blocked',
        blocked: true,
        already_blocked: false,
        sender_blocklisted: 'pusher@example.org',
        already_blocklisted: false,
        pattern_type: 'email',
      },
    ]);
    expect(first.headers.get('x-ratelimit-remaining')).toBe('4999');
    expect(await blocklisted()).toMatchObject([
      {
        email: 'pusher@example.org',
        message_id: id,
        mailbox_id: tenant.mailbox.id,
        added_by_actor_type: 'agent',
      },
    ]);
    const again = await report(agent, id);
    expect(again.body).toMatchObject({ blocked: false, already_blocked: true, already_blocklisted: true });
    expect(again.headers.get('x-ratelimit-remaining')).toBe('4998');
    expect(await blocklisted()).toHaveLength(1);
    const list = await service.call(agent, api.listBlockedSenders);
    expect(list.body.blocklist).toMatchObject([
      { email: 'pusher@example.org', reason: 'manual', source: 'customer' },
    ]);
  });

  it('leaves a message that was read where it is', async () => {
    const id = await receive('second@example.org');
    const reply = await report(tenant.admin, id, {});
    expect(reply.body).toMatchObject({ state: 'available', blocked: false, already_blocked: false });
  });

  it('answers nothing about a sender that is no address of its grammar, and charges nothing for it', async () => {
    const id = await receive('pusher@xn--exmple-cua.org');
    const before = (await report(agent, await receive('third@example.org'))).headers.get(
      'x-ratelimit-remaining',
    );
    const reply = await report(agent, id);
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { sender_blocklisted: null, already_blocklisted: null, pattern_type: null },
    ]);
    expect(reply.headers.get('x-ratelimit-remaining')).toBe(before);
  });

  it('refuses in its order: unknown, not bound, outbound, not yet read', async () => {
    const unknown = await report(tenant.admin, '00000000-0000-7000-8000-000000000000');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const sent = await service.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to: 'somebody@example.org',
      subject: 'Hello',
      body: 'Hello there.',
    });
    const notBound = await report(stranger, sent.body.message_id);
    expect([notBound.status, notBound.body.code]).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    const outbound = await report(agent, sent.body.message_id);
    expect([outbound.status, outbound.body.code]).toEqual([422, 'REPORT_OUTBOUND_UNSUPPORTED']);
    const id = await receive('fourth@example.org');
    await move(id, 'received');
    const early = await report(agent, id);
    expect([early.status, early.body]).toMatchObject([
      409,
      { code: 'CONFLICT', details: { state: 'received' } },
    ]);
    await move(id, 'blocked');
    for (const body of [{ reason: 'x'.repeat(501) }, { because: 'x' }, { reason: 5 }]) {
      expect((await report(agent, id, body)).status).toBe(400);
    }
  });

  it('side by side blocks once and answers all', { tags: 'race' }, async () => {
    const id = await receive('crowd@example.net');
    await move(id, 'quarantined');
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(agent, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.filter(({ body }) => body.blocked)).toHaveLength(1);
  });

  it('changes nothing when the hourly budget is used up', async () => {
    const id = await receive('fifth@example.org');
    await move(id, 'quarantined');
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('list_add_budget').set({ count: 5000 }).execute(),
    );
    const reply = await report(agent, id);
    expect([reply.status, reply.body.code, reply.headers.has('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      true,
    ]);
    const message = await service.call(agent, api.getMessage, { id });
    expect(message.body).toMatchObject({ state: 'quarantined' });
  });
});
