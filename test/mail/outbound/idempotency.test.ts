import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  launch,
  sentToday,
  sharedService,
  type Tenant,
  temporaryHome,
} from '../../support/service.ts';

const SEND = '/v1/messages/send';

describe('idempotency keys', () => {
  const service = sharedService();
  let tenant: Tenant;
  let agent: string;

  beforeAll(async () => {
    tenant = await createTenant(service);
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  });

  const fresh = (to: string) => ({ from_mailbox: 'helper', to, subject: 'Once', body: 'Only once, please.' });
  const send = (key: string, to: string, token = agent) =>
    service.call(
      {
        key: token,
        headers: {
          'idempotency-key': key,
        },
      },
      api.send,
      fresh(to),
    );
  const probe = (key: string | null, token = agent) =>
    service.call(
      { key: token, headers: key === null ? {} : { 'idempotency-key': key } },
      api.probeIdempotency,
    );
  const charged = () => sentToday(service, tenant.admin);
  /** As `send`, with headers in as many lines as they have values. */
  const sendWithHeaders = (headers: Record<string, string | string[]>) =>
    new Promise<{ status: number | undefined; applied: unknown; body: unknown }>((resolve, reject) => {
      const authorization = `Bearer ${agent}`;
      request(
        `${service.daemon.runtime.http}${SEND}`,
        { method: 'POST', headers: { authorization, 'content-type': 'application/json', ...headers } },
        async (response) => {
          const applied = response.headers['preference-applied'];
          resolve({ status: response.statusCode, applied, body: await json(response) });
        },
      )
        .on('error', reject)
        .end(JSON.stringify(fresh('lines@example.org')));
    });

  it('200 concurrent sends with one key make one message and one charge', { tags: 'race' }, async () => {
    const before = await charged();
    const replies = await Promise.all(Array.from({ length: 200 }, () => send('burst', 'burst@example.org')));
    const sent = replies.filter((reply) => reply.status === 200);
    const others = replies.filter((reply) => reply.status !== 200);
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent.map((reply) => reply.body.message_id)).size).toBe(1);
    expect(new Set(others.map((reply) => reply.body.code))).toEqual(
      new Set(others.length > 0 ? ['IDEMPOTENT_REQUEST_IN_FLIGHT'] : []),
    );
    expect(await charged()).toBe(before + 1);
    const outbox = await service.operator(api.listOutbox, { to: 'burst@example.org' });
    expect(outbox.body.items).toHaveLength(1);
  });

  it('a key that came in two headers is refused, since it would be another key than the one of a retry', async () => {
    const before = await charged();
    const twice = await sendWithHeaders({ 'idempotency-key': ['twice', 'twice'] });
    expect(twice).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(await charged()).toBe(before);
    const listed = await sendWithHeaders({ 'idempotency-key': 'a, b', prefer: ['wait=1', 'outcome=strict'] });
    expect(listed).toMatchObject({ status: 200, applied: 'outcome=strict' });
    expect((await probe('a, b')).status).toBe(200);
  });

  it('replays the first answer whatever the new body says, also on reply', async () => {
    const first = await send('replay', 'one@example.org');
    const second = await send('replay', 'two@example.org');
    expect(second.body).toMatchObject({ message_id: first.body.message_id, status: 'sent' });
    await service.deliver({
      from: 'x@example.org',
      to: tenant.mailbox.address,
      subject: 'Hi',
      text: 'Hello to all of you.',
    });
    await service.drain();
    const list = await service.call(agent, api.listMessages, { id: 'helper', direction: 'inbound' });
    const reply = await service.call({ key: agent, headers: { 'idempotency-key': 'replay' } }, api.reply, {
      id: list.body.messages[0]?.id ?? '',
      body: 'Again.',
    });
    expect(reply.body).toMatchObject({ message_id: first.body.message_id });
  });

  it('gives a key back when the request was refused', async () => {
    const before = await charged();
    const refused = await send('second-try', 'ghost@agentmail.localhost');
    expect(refused.body.code).toBe('RECIPIENT_UNDELIVERABLE');
    expect((await probe('second-try')).status).toBe(404);
    expect((await send('second-try', 'fine@example.org')).body.status).toBe('sent');
    expect(await charged()).toBe(before + 1);
  });

  it('probes: replay, unknown, and missing', async () => {
    const sent = await send('probe', 'probe@example.org');
    expect((await probe('probe')).body).toMatchObject({ message_id: sent.body.message_id, status: 'sent' });
    expect([(await probe('never')).status, (await probe('never')).body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await probe(null)).body.code).toBe('IDEMPOTENCY_KEY_REQUIRED');
    expect((await probe('   ')).body.code).toBe('IDEMPOTENCY_KEY_REQUIRED');
  });

  it('refuses keys that are too long or not printable', async () => {
    for (const key of ['k'.repeat(256), 'schlüssel']) {
      const reply = await service.call(
        {
          key: agent,
          headers: {
            'idempotency-key': key,
          },
        },
        api.send,
        fresh('a@example.org'),
      );
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('tells an agent key nothing of the sends of another mailbox', async () => {
    const other = await createMailbox(service, tenant.admin, 'other');
    const stranger = await createAgent(service, tenant.admin, other.id);
    await send('private', 'p@example.org');
    expect((await probe('private', stranger)).status).toBe(404);
    const reply = await service.call({ key: stranger, headers: { 'idempotency-key': 'private' } }, api.send, {
      ...fresh('p@example.org'),
      from_mailbox: 'other',
    });
    expect([reply.status, reply.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('keeps keys per account', async () => {
    const second = await createTenant(service, { email: 'two@example.com', mailbox: 'own' });
    await send('shared', 'shared@example.org');
    const reply = await service.call(
      { key: second.admin, headers: { 'idempotency-key': 'shared' } },
      api.send,
      { ...fresh('shared@example.org'), from_mailbox: 'own' },
    );
    expect(reply.body).toMatchObject({ status: 'sent' });
  });

  it('never expire: a key still replays a year later and after a restart', async () => {
    const home = temporaryHome();
    let second = await launch({ home });
    const owner = await createTenant(second);
    const once = () =>
      second.call(
        {
          key: owner.admin,
          headers: {
            'idempotency-key': 'k',
          },
        },
        api.send,
        fresh('year@example.org'),
      );
    const first = await once();
    await second.operator(api.advanceClock, { seconds: 31_536_000 });
    expect((await once()).body.message_id).toBe(first.body.message_id);
    await second.stop();
    second = await launch({ home });
    expect((await once()).body.message_id).toBe(first.body.message_id);
    await second.stop();
    rmSync(home, { recursive: true, force: true });
  });
});
