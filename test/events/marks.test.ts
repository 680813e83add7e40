import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { EventSource } from '../support/event-source.ts';
import { answer, type HttpsReceiver } from '../support/https-receiver.ts';
import { startReceiving } from '../support/receiving.ts';
import type { Service, Tenant } from '../support/service.ts';

/** Events that are chosen by the labels and tags of their messages. */

let service: Service;
let tenant: Tenant;
let receiver: HttpsReceiver;

beforeAll(async () => {
  const scene = await startReceiving();
  ({ service, tenant, receiver } = scene);
  receiver.behave = answer(200, 'ok');
  return scene.stop;
});

const send = (labels: string[]) =>
  service.must(tenant.admin, api.send, {
    from_mailbox: tenant.mailbox.id,
    to: 'ann@example.org',
    subject: labels.join(' '),
    body: 'Hi.',
    labels,
    metadata: { ticket: 4711 },
  });
async function deliver(tag: string) {
  const [local, domain] = tenant.mailbox.address.split('@');
  await service.deliver({
    from: 'ann@example.org',
    to: `${local}${tag}@${domain}`,
    subject: `to ${tag}`,
    text: 'Hi.',
  });
  await service.drain();
}

describe('events of marked messages', () => {
  it('reach the webhooks that ask for one of their labels or tags', async () => {
    const webhook = (more: object) =>
      service.must(tenant.admin, api.createWebhook, {
        url: receiver.url(),
        enabled_events: ['message.received', 'message.delivered'],
        ...more,
      });
    const byLabel = await webhook({ labels: ['Invoice', 'urgent'] });
    const byTag = await webhook({ tags: ['task42'] });
    expect([byLabel.labels, byTag.tags]).toEqual([['invoice', 'urgent'], ['task42']]);
    await send(['invoice']);
    await send(['other']);
    await deliver('+task42');
    await deliver('');
    const countOf = async (id: string) =>
      (await service.must(tenant.admin, api.listDeliveries, { id })).deliveries.length;
    expect([await countOf(byLabel.id), await countOf(byTag.id)]).toEqual([1, 1]);
    const all = await service.must(tenant.admin, api.updateWebhook, { id: byLabel.id, labels: null });
    expect(all.labels).toBeUndefined();
    await send(['other']);
    expect(await countOf(byLabel.id)).toBe(2);
    expect((await service.call(tenant.admin, api.updateWebhook, { id: byTag.id, tags: [] })).status).toBe(
      400,
    );
  });

  it('are told on a stream that asks for them, with labels and metadata', async () => {
    const source = await EventSource.open(service, tenant.admin, { label: 'invoice' });
    await send(['other']);
    await send(['invoice', 'x']);
    await source.until(() => source.events.length > 0);
    expect(source.events[0]?.envelope.data).toMatchObject({
      labels: ['invoice', 'x'],
      metadata: { ticket: 4711 },
    });
    source.close();
    const tagged = await EventSource.open(service, tenant.admin, { tag: 'task42' });
    await deliver('');
    await deliver('+task42');
    await tagged.until(() => tagged.events.length > 0);
    expect(tagged.events[0]?.envelope.data).toMatchObject({ subaddress_instance_id: 'task42' });
    tagged.close();
  });

  it('of a deleted message have no metadata', async () => {
    const before = await EventSource.open(service, tenant.admin);
    before.close();
    const { message_id } = await send(['gone']);
    await service.must(tenant.admin, api.deleteMessage, { id: message_id });
    const source = await EventSource.open(service, tenant.admin, {
      label: 'gone',
      since: before.startCursor,
    });
    await source.until(() => source.events.length > 0);
    expect(source.events[0]?.envelope.data).toMatchObject({ metadata: {} });
    source.close();
  });
});
