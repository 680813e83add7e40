import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;
let agent: string;

beforeAll(async () => {
  tenant = await createTenant(service);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const arrived = async (subject: string, to = tenant.mailbox.address) => {
  const answer = await service.deliver({ from: 'ann@example.org', to, subject, text: 'Hello.' });
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
};
const change = (id: string, body: object, key = agent) =>
  service.call(key, api.labelMessage, { id, ...body });
const listed = async (query: object) => {
  const { messages } = await service.must(agent, api.listMessages, { id: 'helper', ...query });
  return messages.map(({ subject }) => subject);
};

describe('labels of a message', () => {
  it('are set, added and removed, and are the same in any case', async () => {
    const id = await arrived('one');
    expect((await change(id, { add: ['Done', ' to do '] })).body.labels).toEqual(['done', 'to do']);
    expect((await change(id, { add: ['DONE'], remove: ['to do'] })).body.labels).toEqual(['done']);
    expect((await change(id, { set: ['größe', 'ok'] })).body.labels).toEqual(['größe', 'ok']);
    const { labels } = await service.must(agent, api.getMessage, { id });
    expect(labels).toEqual(['größe', 'ok']);
    expect((await change(id, { set: [] })).body.labels).toEqual([]);
  });

  it('choose messages: all of several, and none of others', async () => {
    const [first, second] = [await arrived('first'), await arrived('second')];
    await change(first, { add: ['a_b', 'x'] });
    await change(second, { add: ['axb', 'x'] });
    expect(await listed({ label: 'a_b' })).toEqual(['first']);
    expect(await listed({ label: 'X' })).toEqual(['second', 'first']);
    expect(await listed({ label: 'x,a_b' })).toEqual(['first']);
    expect(await listed({ without_label: 'x' })).toEqual(['one']);
    expect(await listed({ label: 'x', without_label: 'a_b' })).toEqual(['second']);
    expect(await listed({ label: 'x', search: 'second' })).toEqual(['second']);
    const { labels } = await service.must(agent, api.listLabels, { id: 'helper' });
    expect(labels).toEqual([
      { label: 'a_b', message_count: 1 },
      { label: 'axb', message_count: 1 },
      { label: 'x', message_count: 2 },
    ]);
  });

  it('are refused when they are no words, too long or too many, and nothing changes', async () => {
    const id = await arrived('refused');
    for (const wrong of ['', 'a,b', '"x"', 'a\nb', '-x', 'x'.repeat(65)]) {
      expect(await change(id, { add: [wrong] })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      });
    }
    const many = Array.from({ length: 50 }, (_, number) => `label ${number}`);
    expect((await change(id, { set: many })).body.labels).toHaveLength(50);
    expect((await change(id, { add: ['one more'] })).status).toBe(400);
    expect((await change(id, { add: ['one more'], remove: ['label 0'] })).body.labels).toHaveLength(50);
    expect((await change(id, {})).status).toBe(400);
    expect((await change(id, { set: ['a'], add: ['b'] })).status).toBe(400);
    expect((await service.call(agent, api.listMessages, { id: 'helper', label: ',' })).status).toBe(400);
  });

  it('of a thread are those of its messages', async () => {
    const id = await arrived('thread');
    const sent = await service.must(agent, api.reply, { id, body: 'Hello back.' });
    const thread_id = (await service.must(agent, api.getMessage, { id })).thread_id ?? '';
    await change(sent.message_id, { add: ['answered'] });
    const label = (body: object) =>
      service.call(agent, api.labelThread, { id: 'helper', thread_id, ...body });
    expect((await label({ add: ['sales'] })).body).toEqual({
      thread_id,
      labels: ['answered', 'sales'],
      updated_count: 2,
    });
    expect((await label({ add: ['sales'] })).body).toMatchObject({ updated_count: 0 });
    const { threads } = await service.must(agent, api.listThreads, { id: 'helper' });
    expect(threads.find((thread) => thread.id === thread_id)?.labels).toEqual(['answered', 'sales']);
    expect((await label({ set: [] })).body).toMatchObject({ labels: [], updated_count: 2 });
  });

  it('wake who waits for them', async () => {
    const id = await arrived('waited for');
    const since = new Date(0).toISOString();
    const waiting = service.call(agent, api.waitForMessage, {
      id: 'helper',
      label: 'urgent',
      since,
      timeout: 30,
    });
    await change(id, { add: ['urgent'] });
    expect((await waiting).body.message?.id).toBe(id);
    const rest = { id: 'helper', label: 'urgent', without_label: 'urgent', since, timeout: 1 };
    expect((await service.must(agent, api.waitForMessage, rest)).message).toBeNull();
  });

  it("aren't for keys of other mailboxes, and go with the message", async () => {
    const other = await createMailbox(service, tenant.admin, 'other');
    const stranger = await createAgent(service, tenant.admin, other.id);
    const id = await arrived('private');
    expect((await change(id, { add: ['mine'] }, stranger)).status).toBe(403);
    expect((await service.call(stranger, api.listLabels, { id: tenant.mailbox.id })).status).toBe(403);
    await change(id, { add: ['gone'] });
    await service.must(tenant.admin, api.deleteMessage, { id });
    expect((await change(id, { add: ['again'] })).status).toBe(404);
    const { labels } = await service.must(agent, api.listLabels, { id: 'helper' });
    expect(labels.map(({ label }) => label)).not.toContain('gone');
  });
});

describe('an address for a task', () => {
  it('finds its messages in lists and waits', async () => {
    const [local, domain] = tenant.mailbox.address.split('@');
    const id = await arrived('for the task', `${local}+task42@${domain}`);
    await arrived('for nobody');
    expect(await listed({ tag: 'task42' })).toEqual(['for the task']);
    expect(await listed({ tag: 'task42', search: 'task' })).toEqual(['for the task']);
    const found = await service.must(agent, api.waitForMessage, { id: 'helper', tag: 'task42', timeout: 1 });
    expect(found.message?.id).toBe(id);
    const since = found.message?.created_at ?? '';
    const none = await service.must(agent, api.waitForMessage, {
      id: 'helper',
      tag: 'task42',
      since,
      timeout: 1,
    });
    expect(none.message).toBeNull();
  });
});

describe('labels and metadata of a send', () => {
  const send = (more: object, key = agent) =>
    service.call(key, api.send, {
      from_mailbox: 'helper',
      to: 'ann@example.org',
      subject: 'Hi',
      body: 'Hi.',
      ...more,
    });
  const metadata = { ticket: 4711, tags: ['a', { b: null }] };

  it('are kept with the message, and in no byte that leaves', async () => {
    const sent = await send({ labels: ['Invoice'], metadata: { secret: 'marmalade' } });
    const stored = await service.must(agent, api.getMessage, { id: sent.body.message_id });
    expect(stored).toMatchObject({ labels: ['invoice'], metadata: { secret: 'marmalade' } });
    const { items } = (await service.operator(api.listOutbox, { kind: 'email' })).body;
    const item = items.find((each) => each.message_id === sent.body.message_id);
    const raw = await service.operator(api.getOutboxRaw, { id: item?.id ?? '' });
    expect(String(raw.body)).not.toMatch(/marmalade|invoice/i);
  });

  it('of a draft are changed, and go with it when it is sent', async () => {
    const made = await service.call(agent, api.createDraft, {
      mailbox_id: 'helper',
      to: 'ann@example.org',
      subject: 'Draft',
      body: 'Hi.',
      labels: ['a'],
      metadata,
    });
    expect(made.body).toMatchObject({ labels: ['a'], metadata });
    const update = (body: object) => service.call(agent, api.updateDraft, { id: made.body.id, ...body });
    const kept = await update({ body: 'Hello.' });
    expect(kept.body).toMatchObject({ labels: ['a'], metadata });
    const changed = await update({ labels: null, metadata: { ticket: 1 } });
    expect([changed.body.labels, changed.body.metadata]).toEqual([undefined, { ticket: 1 }]);
    // A label that another call sets stays.
    await change(made.body.id, { add: ['later'] });
    await update({ subject: 'Other' });
    await service.must(agent, api.sendDraft, { id: made.body.id });
    const stored = await service.must(agent, api.getMessage, { id: made.body.id });
    expect(stored).toMatchObject({ labels: ['later'], metadata: { ticket: 1 } });
  });

  it('are bounded, and part of what an idempotency key stands for', async () => {
    expect((await send({ metadata: { long: 'x'.repeat(4096) } })).status).toBe(422);
    expect((await send({ metadata: ['no object'] })).status).toBe(422);
    const keyed = { key: agent, headers: { 'idempotency-key': 'kept-1' } };
    const body = { from_mailbox: 'helper', to: 'ann@example.org', subject: 'Once', body: 'Hi.' };
    await service.must(keyed, api.send, { ...body, metadata });
    const again = await service.must(keyed, api.send, { ...body, metadata: { ticket: 1 } });
    expect(again).toMatchObject({ replayed: true, differs: ['metadata'] });
  });

  it('of a mailbox are its own', async () => {
    const box = await service.must(tenant.admin, api.createMailbox, { name: 'desk', metadata });
    const get = () => service.must(tenant.admin, api.getMailbox, { id: box.id });
    expect((await get()).metadata).toEqual(metadata);
    await service.must(tenant.admin, api.updateMailbox, { id: box.id, metadata: null });
    expect((await get()).metadata).toBeUndefined();
    const refused = await service.call(agent, api.updateMailbox, { id: 'helper', metadata });
    expect(refused.status).toBe(403);
  });
});
