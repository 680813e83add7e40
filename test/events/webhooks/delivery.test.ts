import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../shared/receiver/webhooks.ts';
import * as api from '../../support/api.ts';
import { EventSource } from '../../support/event-source.ts';
import { answer, closeEarly, type HttpsReceiver, hang } from '../../support/https-receiver.ts';
import { startReceiving } from '../../support/receiving.ts';
import { type Service, setMailbox, type Tenant, unchecked } from '../../support/service.ts';
import { people, recordSuppressions } from '../../support/suppressions.ts';

interface Webhook {
  id: string;
  enabled: boolean;
  disabled_reason: string | null;
  consecutive_failures: number;
  last_error: string | null;
  last_success_at: string | null;
}
interface Delivery {
  id: string;
  event_type: string;
  status: string;
  http_status: number | null;
  attempt_count: number;
  last_error: string | null;
  response_preview: string | null;
  delivered_at: string | null;
  failed_at: string | null;
  next_retry_at: string | null;
}

describe('a webhook delivery', () => {
  let service: Service;
  let tenant: Tenant;
  let receiver: HttpsReceiver;

  beforeAll(async () => {
    const scene = await startReceiving();
    ({ service, tenant, receiver } = scene);
    return scene.stop;
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.behave = answer(200, 'ok');
  });

  const post = <T>(path: string, body?: unknown) =>
    service.request<T>(tenant.admin, `POST ${path}`, { body });
  const get = <T>(path: string) => service.request<T>(tenant.admin, `GET ${path}`);

  async function subscribe(events: string[] = ['message.received'], more: object = {}) {
    const { webhooks } = (await get<{ webhooks: Webhook[] }>('/v1/webhooks')).body;
    for (const { id } of webhooks) await service.call(tenant.admin, api.deleteWebhook, { id });
    const made = await post<{ webhook: Webhook; signing_secret: string }>('/v1/webhooks', {
      url: receiver.url(),
      enabled_events: events,
      ...more,
    });
    expect(made.status).toBe(201);
    return { id: made.body.webhook.id, secret: made.body.signing_secret };
  }
  async function deliveriesOf(id: string): Promise<Delivery[]> {
    return (await get<{ deliveries: Delivery[] }>(`/v1/webhooks/${id}/deliveries`)).body.deliveries;
  }
  async function onlyDelivery(id: string): Promise<Delivery> {
    const deliveries = await deliveriesOf(id);
    expect(deliveries).toHaveLength(1);
    return deliveries[0] as Delivery;
  }
  const webhookOf = async (id: string) => (await get<Webhook>(`/v1/webhooks/${id}`)).body;
  const advance = (seconds: number) => service.operator(api.advanceClock, { seconds });
  const sendMail = (subject = 'Hello') =>
    service.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject, text: 'Hello there.' });

  it('carries the envelope, signed over its raw bytes in all three headers', async () => {
    const { id, secret } = await subscribe();
    await sendMail();
    await service.drain();
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    const delivery = await onlyDelivery(id);
    expect(request?.event).toEqual({
      id: delivery.id,
      event: 'message.received',
      occurred_at: expect.stringMatching(/Z$/),
      account_id: tenant.accountId,
      data: {
        message_id: expect.any(String),
        mailbox_id: tenant.mailbox.id,
        sender: 'ann@example.org',
        recipient: tenant.mailbox.address,
        subject: 'Hello',
        automatic: null,
        received_at: expect.any(String),
      },
    });
    const { headers, body } = request!;
    const now = service.clock.now();
    expect(verifyWebhook({ headers, body, secret, now }).id).toBe(delivery.id);
    const { 'x-service-signature': _combined, ...pair } = headers;
    expect(verifyWebhook({ headers: pair, body, secret, now }).id).toBe(delivery.id);
    expect(() => verifyWebhook({ headers, body: `${body} `, secret, now })).toThrow('signature');
    expect(headers['content-type']).toBe('application/json');
    expect(delivery).toMatchObject({
      status: 'delivered',
      http_status: 200,
      attempt_count: 1,
      last_error: null,
      response_preview: 'ok',
      next_retry_at: null,
    });
    expect(await webhookOf(id)).toMatchObject({
      consecutive_failures: 0,
      last_success_at: expect.any(String),
    });
  });

  it('is tried seven times at 30 s, 2 m, 10 m, 1 h, 6 h and 24 h, under one id, and then abandoned', async () => {
    const { id } = await subscribe();
    receiver.behave = answer(500, 'broken');
    await sendMail();
    await service.drain();
    const waits = [30, 120, 600, 3600, 21_600, 86_400];
    for (const [made, seconds] of waits.entries()) {
      const delivery = await onlyDelivery(id);
      expect(delivery).toMatchObject({ status: 'retrying', attempt_count: made + 1 });
      const left = () => (Date.parse(delivery.next_retry_at ?? '') - service.clock.now()) / 1000;
      expect(left()).toBeGreaterThan(seconds - 3);
      expect(left()).toBeLessThanOrEqual(seconds);
      await advance(Math.floor(left()) - 2);
      expect(receiver.requests).toHaveLength(made + 1);
      await advance(3);
      expect(receiver.requests).toHaveLength(made + 2);
    }
    expect(await onlyDelivery(id)).toMatchObject({
      status: 'abandoned',
      attempt_count: 7,
      http_status: 500,
      last_error: 'http_500',
      response_preview: 'broken',
      failed_at: expect.any(String),
      next_retry_at: null,
    });
    expect(new Set(receiver.requests.map(({ event }) => event.id)).size).toBe(1);
    expect(await webhookOf(id)).toMatchObject({ consecutive_failures: 1, last_error: 'http_500' });
    await advance(100_000);
    expect(receiver.requests).toHaveLength(7);
  });

  it.each([
    ['503', answer(503), 'retrying', 'http_503'],
    ['429', answer(429), 'retrying', 'http_429'],
    ['an early close', closeEarly, 'retrying', expect.stringMatching(/^network_error: /)],
    ['400', answer(400), 'abandoned', 'http_400'],
    ['404', answer(404), 'abandoned', 'http_404'],
    ['410', answer(410), 'abandoned', 'http_410'],
    ['a redirect', answer(302, '', { location: '/elsewhere' }), 'abandoned', 'http_redirect_forbidden: 302'],
    ['300', answer(300), 'abandoned', 'http_redirect_forbidden: 300'],
    ['399', answer(399), 'abandoned', 'http_redirect_forbidden: 399'],
    ['299', answer(299), 'delivered', null],
    ['304', answer(304), 'abandoned', 'http_redirect_forbidden: 304'],
    ['204', answer(204), 'delivered', null],
  ])('treats %s as the contract says', async (_name, behaviour, status, error) => {
    const { id } = await subscribe();
    receiver.behave = behaviour;
    await sendMail();
    await service.drain();
    expect(await onlyDelivery(id)).toMatchObject({ status, last_error: error, attempt_count: 1 });
    expect(receiver.requests.every(({ path }) => path === '/hook')).toBe(true);
  });

  it('gives up on a silent receiver after 10 s and retries', async () => {
    const { id } = await subscribe();
    receiver.behave = hang;
    await sendMail();
    await receiver.received(1);
    service.clock.moveTo(service.clock.now() + 9_000);
    expect(await onlyDelivery(id)).toMatchObject({ status: 'pending' });
    service.clock.moveTo(service.clock.now() + 1_500);
    await service.drain();
    expect(await onlyDelivery(id)).toMatchObject({
      status: 'retrying',
      last_error: 'timeout',
      http_status: null,
    });
  });

  it('takes the status of an answer whose body breaks off', async () => {
    const { id } = await subscribe();
    receiver.behave = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begun', () => response.socket?.destroy());
    };
    await sendMail();
    await service.drain();
    expect(await onlyDelivery(id)).toMatchObject({ status: 'delivered', response_preview: 'begun' });
  });

  it('reads at most 64 KB of an answer and keeps its first 200 characters', async () => {
    const { id } = await subscribe();
    let written = 0;
    receiver.behave = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && written < 500_000_000) {
          written += 65_536;
          if (response.write('é'.repeat(32_768))) continue;
          response.once('drain', more);
          return;
        }
      };
      more();
    };
    await sendMail();
    await service.drain();
    expect((await onlyDelivery(id)).response_preview).toBe('é'.repeat(200));
    expect(written).toBeLessThan(20_000_000);
  });

  it('redacts events about messages by the mode of the mailbox at the moment of the attempt', async () => {
    const { id } = await subscribe();
    receiver.behave = answer(500);
    await sendMail('Secret plans');
    await service.drain();
    const setMode = (mode: 'redacted' | 'passthrough') => setMailbox(service, tenant, { pii_mode: mode });
    await setMode('redacted');
    receiver.behave = answer(200);
    await advance(31);
    await setMode('passthrough');
    expect(await onlyDelivery(id)).toMatchObject({ status: 'delivered' });
    const [plain, redacted] = receiver.requests;
    expect(plain?.event.data).toMatchObject({ sender: 'ann@example.org', subject: 'Secret plans' });
    expect(redacted?.event.data).toMatchObject({
      sender: '<EMAIL_ADDRESS>',
      recipient: '<EMAIL_ADDRESS>',
      subject: '<REDACTED>',
      mailbox_id: tenant.mailbox.id,
    });
    expect(redacted?.event.id).toBe(plain?.event.id);
  });

  it('hides the addresses in what a mail host said, and nothing else of it', async () => {
    await subscribe(['message.bounced']);
    await setMailbox(service, tenant, { pii_mode: 'redacted' });
    const to = 'bob@example.com';
    const mail = { from_mailbox: 'helper', to, subject: 'Hello', body: 'A line.' };
    const sent = await post<{ message_id: string }>('/v1/messages/send', mail);
    await service.operator(api.reportBounce, {
      id: sent.body.message_id,
      type: 'soft',
      reason: '552 5.2.2 <Bob@example.com>: mailbox of "b o b"@example.com:bob@example.com is full',
    });
    await service.drain();
    await setMailbox(service, tenant, { pii_mode: 'passthrough' });
    expect(receiver.requests[0]?.event.data).toMatchObject({
      recipient: '<EMAIL_ADDRESS>',
      bounce_type: 'soft',
      bounce_reason: '552 5.2.2 <<EMAIL_ADDRESS>>: mailbox of <EMAIL_ADDRESS>:<EMAIL_ADDRESS> is full',
    });
  });

  it('tells no more of a message that was deleted since than its id', async () => {
    const { id } = await subscribe(['message.received', 'sender_blocklist.added']);
    receiver.behave = answer(500);
    const from = 'eve@example.org';
    await service.deliver({ from, to: tenant.mailbox.address, subject: 'Private', text: 'Hello there.' });
    await service.drain();
    const { message_id: message } = receiver.requests[0]?.event.data ?? {};
    await post(`/v1/messages/${message}/report`);
    await service.drain();
    expect((await service.call(tenant.admin, api.deleteMessage, unchecked({ id: message }))).status).toBe(
      200,
    );
    receiver.requests.length = 0;
    receiver.behave = answer(200);
    await advance(31);
    const told = Object.fromEntries(receiver.requests.map(({ event }) => [event.event, event.data]));
    expect(told['message.received']).toMatchObject({
      message_id: message,
      sender: '<EMAIL_ADDRESS>',
      recipient: '<EMAIL_ADDRESS>',
      subject: '<REDACTED>',
    });
    // List entries stay unredacted whatever happens to the message.
    expect(told['sender_blocklist.added']).toMatchObject({ email: from });
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    const since = new Date(service.clock.now() - 60_000).toISOString();
    const stream = await EventSource.open(service, tenant.admin, { since, events: 'message.received' });
    await stream.until(() => stream.events.some(({ envelope }) => envelope.data.message_id === message));
    stream.close();
    expect(stream.events.find(({ envelope }) => envelope.data.message_id === message)?.envelope.data).toEqual(
      told['message.received'],
    );
  });

  it('disables a webhook after 20 abandoned in a row, alerts the owner, and resumes', async () => {
    const { id } = await subscribe();
    await service.operator(api.emptyOutbox);
    receiver.behave = answer(404);
    for (let number = 1; number <= 19; number += 1) await post(`/v1/webhooks/${id}/test`);
    await service.drain();
    expect(await webhookOf(id)).toMatchObject({ enabled: true, consecutive_failures: 19 });
    receiver.behave = answer(200);
    await post(`/v1/webhooks/${id}/test`);
    await service.drain();
    expect(await webhookOf(id)).toMatchObject({ enabled: true, consecutive_failures: 0 });

    receiver.behave = answer(503);
    await sendMail();
    await service.drain();
    receiver.behave = answer(404);
    for (let number = 1; number <= 20; number += 1) await post(`/v1/webhooks/${id}/test`);
    await service.drain();
    expect(await webhookOf(id)).toMatchObject({
      enabled: false,
      disabled_reason: 'auto_disabled_failures',
      consecutive_failures: 20,
    });
    const waiting = (await deliveriesOf(id)).find(({ event_type: type }) => type === 'message.received');
    expect(waiting).toMatchObject({
      status: 'abandoned',
      last_error: 'webhook_disabled',
      next_retry_at: null,
    });
    const audits = await service.operator(api.listAudit, {
      kind: 'webhook.updated',
      account: tenant.accountId,
    });
    expect(audits.body.entries[0]).toMatchObject({
      actor_type: 'system',
      target: id,
      before: { enabled: true },
      after: { enabled: false },
      reason: 'auto_disabled_failures',
    });
    const alerts = await service.operator(api.listOutbox, { purpose: 'alert' });
    expect(alerts.body.items).toHaveLength(1);
    expect(alerts.body.items[0]).toMatchObject({
      to: 'owner@example.com',
      text: expect.stringContaining(id),
    });

    const refused = await post(`/v1/webhooks/${id}/test`);
    expect([refused.status, refused.body.code]).toEqual([409, 'WEBHOOK_DISABLED']);
    const retry = await post(`/v1/webhooks/${id}/deliveries/${waiting?.id}/retry`);
    expect([retry.status, retry.body.code]).toEqual([409, 'WEBHOOK_DISABLED']);

    receiver.behave = answer(200);
    const resumed = await service.call(tenant.admin, api.updateWebhook, { id, enabled: true });
    expect(resumed.body).toMatchObject({ enabled: true, disabled_reason: null, consecutive_failures: 0 });
    const again = await post(`/v1/webhooks/${id}/deliveries/${waiting?.id}/retry`);
    expect([again.status, again.body]).toEqual([202, { delivery_id: waiting?.id, status: 'pending' }]);
    await service.drain();
    const redone = (await deliveriesOf(id)).find((each) => each.id === waiting?.id);
    expect(redone).toMatchObject({ status: 'delivered', attempt_count: 1 });
    expect(receiver.requests.at(-1)?.event.id).toBe(waiting?.id);
  });

  it('keeps a retry apart from the attempt that was on its way when the webhook was disabled', async () => {
    const { id } = await subscribe();
    let end = (): void => undefined;
    receiver.behave = (response) => {
      end = () => response.writeHead(404).end();
    };
    await sendMail();
    await receiver.received(1);
    const path = `/v1/webhooks/${id}`;
    await service.call(tenant.admin, api.updateWebhook, { id, enabled: false });
    const abandoned = await onlyDelivery(id);
    expect(abandoned.status).toBe('abandoned');
    await service.call(tenant.admin, api.updateWebhook, { id, enabled: true });
    service.clock.moveTo(service.clock.now() + 1000);
    expect((await post(`${path}/deliveries/${abandoned.id}/retry`)).status).toBe(202);
    receiver.behave = answer(200, 'ok');
    end();
    await service.drain();
    expect(await onlyDelivery(id)).toMatchObject({ status: 'delivered', attempt_count: 1, http_status: 200 });
    expect(receiver.requests).toHaveLength(2);
  });

  it('sends custom headers on every attempt, and then tells little of the answers', async () => {
    const { id } = await subscribe(['message.received'], {
      request_headers: { 'X-Receiver-Key': 'letmein 123', Authorization: 'Basic abc' },
    });
    receiver.behave = closeEarly;
    await sendMail();
    await service.drain();
    expect(await onlyDelivery(id)).toMatchObject({ last_error: 'network_error', response_preview: null });
    receiver.behave = answer(500, 'inside information');
    await advance(31);
    expect(await onlyDelivery(id)).toMatchObject({ last_error: 'http_500', response_preview: null });
    receiver.behave = answer(200, 'more inside information');
    await advance(121);
    expect(await onlyDelivery(id)).toMatchObject({ status: 'delivered', response_preview: null });
    for (const { headers } of receiver.requests) {
      expect(headers).toMatchObject({ 'x-receiver-key': 'letmein 123', authorization: 'Basic abc' });
    }
    expect(receiver.requests).toHaveLength(3);
  });

  it('tells little of earlier answers once it has custom headers', async () => {
    const { id } = await subscribe();
    const path = `/v1/webhooks/${id}`;
    receiver.behave = answer(404, 'inside information');
    await post(`${path}/test`);
    await service.drain();
    receiver.behave = closeEarly;
    await post(`${path}/test`);
    await service.drain();
    expect((await webhookOf(id)).last_error).toMatch(/^network_error: /);
    const set = (headers: object | null) =>
      service.call(tenant.admin, api.updateWebhook, unchecked({ id, request_headers: headers }));
    expect((await set({ 'x-key': 'v' })).body.last_error).toBe('network_error');
    expect((await webhookOf(id)).last_error).toBe('network_error');
    const told = [
      { last_error: 'network_error', response_preview: null },
      { last_error: 'http_404', response_preview: null },
    ];
    expect(await deliveriesOf(id)).toMatchObject(told);
    const since = new Date(service.clock.now() - 60_000).toISOString();
    const query = { since, webhook: id };
    const stream = await EventSource.open(service, tenant.admin, query, {}, '/v1/webhooks/deliveries/stream');
    await stream.until(() => stream.events.length === 2);
    stream.close();
    expect(stream.events.map(({ envelope }) => envelope).reverse()).toMatchObject(told);
    await service.call(tenant.admin, api.updateWebhook, { id, enabled: false });
    await set(null);
    expect((await deliveriesOf(id)).map(({ last_error: error }) => error)).toEqual([null, 'http_404']);
  });

  it('abandons without a request what its custom headers cannot be read for', async () => {
    const { id } = await subscribe(['message.received'], { request_headers: { 'x-key': 'v' } });
    await service.daemon.context.store.write('none', ({ db }) =>
      db
        .updateTable('webhooks')
        .set({ request_headers: Buffer.alloc(60) })
        .where('id', '=', id)
        .execute(),
    );
    await sendMail();
    await service.drain();
    expect(await onlyDelivery(id)).toMatchObject({
      status: 'abandoned',
      last_error: 'request_headers_unreadable',
    });
    expect(receiver.requests).toHaveLength(0);
  });

  it('runs at most eight at a time, and a hanging receiver delays no other', async () => {
    const slow = await subscribe(['message.received']);
    receiver.behave = (response, { path }) => (path === '/hook' ? undefined : response.writeHead(200).end());
    for (let number = 0; number < 12; number += 1) await post(`/v1/webhooks/${slow.id}/test`);
    await receiver.received(8);
    const other = await post<{ webhook: Webhook }>('/v1/webhooks', {
      url: receiver.url('/other'),
      enabled_events: ['message.received'],
    });
    await post(`/v1/webhooks/${other.body.webhook.id}/test`);
    await receiver.received(9);
    expect(receiver.requests.map(({ path }) => path).filter((path) => path === '/hook')).toHaveLength(8);
    expect(receiver.requests.at(-1)?.path).toBe('/other');
    service.clock.moveTo(service.clock.now() + 10_500);
    await receiver.received(13);
    service.clock.moveTo(service.clock.now() + 10_500);
    await service.drain();
  });

  it('is made for its own webhook only, also when its number was that of a webhook that is gone', async () => {
    const gone = await subscribe(['recipient_blocklist.added']);
    receiver.behave = hang;
    await recordSuppressions(service, tenant, people(20));
    await receiver.received(8);
    const next = await subscribe();
    const left = () =>
      service.daemon.context.store.read
        .selectFrom('webhook_deliveries')
        .select('seq')
        .where('webhook_id', '=', gone.id)
        .execute();
    await expect.poll(left).toEqual([]);
    for (let number = 0; number < 20; number += 1) await post(`/v1/webhooks/${next.id}/test`);
    await receiver.received(16);
    receiver.behave = answer(200);
    service.clock.moveTo(service.clock.now() + 10_500);
    await service.drain();
    await advance(31);
    const deliveries = await deliveriesOf(next.id);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
  });

  it('keeps a connection for the next delivery', async () => {
    const { id } = await subscribe();
    for (let number = 0; number < 3; number += 1) {
      await post(`/v1/webhooks/${id}/test`);
      await service.drain();
    }
    expect(receiver.requests).toHaveLength(3);
    expect(new Set(receiver.requests.map(({ port }) => port)).size).toBe(1);
  });
});
