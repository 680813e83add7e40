import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as api from '../../support/api.ts';
import { answer, type HttpsReceiver, type ReceivedRequest } from '../../support/https-receiver.ts';
import { startReceiving } from '../../support/receiving.ts';
import type { Service, Tenant } from '../../support/service.ts';

/** Deliveries, as the library of Standard Webhooks reads them. */

const SUBJECT = 'Grüße aus 東京 🚋';

describe('a delivery by Standard Webhooks', () => {
  let service: Service;
  let tenant: Tenant;
  let receiver: HttpsReceiver;
  let id: string;
  let secret: string;

  beforeAll(async () => {
    const scene = await startReceiving();
    ({ service, tenant, receiver } = scene);
    return scene.stop;
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.behave = answer(200, 'ok');
  });
  afterEach(async () => {
    await service.call(tenant.admin, api.deleteWebhook, { id });
  });

  async function subscribe(more: object = {}) {
    const made = await service.call(tenant.admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: ['message.received'],
      ...more,
    });
    expect(made.status).toBe(201);
    id = made.body.webhook.id;
    secret = made.body.signing_secret;
  }
  async function received(): Promise<ReceivedRequest> {
    const before = receiver.requests.length;
    await service.deliver({
      from: 'ann@example.org',
      to: tenant.mailbox.address,
      subject: SUBJECT,
      text: 'Hello there.',
    });
    await service.drain();
    expect(receiver.requests).toHaveLength(before + 1);
    return receiver.requests[before] as ReceivedRequest;
  }
  /** At the time of the request, later by `seconds`. */
  function verify({ body, headers }: Pick<ReceivedRequest, 'body' | 'headers'>, seconds = 0, key = secret) {
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const now = (Number(headers['webhook-timestamp']) + seconds) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now });
    try {
      return new Webhook(key).verify(body, named);
    } finally {
      vi.useRealTimers();
    }
  }

  it('verifies with the secret as it was shown, and has the id of the event', async () => {
    await subscribe();
    const request = await received();
    expect(verify(request)).toEqual(request.event);
    expect(request.event.data).toMatchObject({ subject: SUBJECT });
    expect(request.headers).toMatchObject({
      'webhook-id': request.event.id,
      'webhook-timestamp': request.headers['x-webhook-timestamp'],
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('is refused with a changed byte, id or timestamp, late, early, and with another secret', async () => {
    await subscribe();
    const request = await received();
    const { body, headers } = request;
    const refused = (act: () => unknown) => expect(act).toThrow(WebhookVerificationError);
    refused(() => verify({ body: body.replace('ü', 'u'), headers }));
    refused(() => verify({ body, headers: { ...headers, 'webhook-id': `${request.event.id}0` } }));
    const later = String(Number(headers['webhook-timestamp']) + 1);
    refused(() => verify({ body, headers: { ...headers, 'webhook-timestamp': later } }));
    refused(() => verify(request, 301));
    refused(() => verify(request, -301));
    refused(() => verify(request, 0, `whsec_${'A'.repeat(44)}`));
    expect(verify(request, 300)).toEqual(request.event);
  });

  it('is signed with the new secret alone after a rotation', async () => {
    await subscribe();
    const { body } = await service.call(tenant.admin, api.rotateWebhookSecret, { id });
    const request = await received();
    expect(() => verify(request)).toThrow(WebhookVerificationError);
    expect(verify(request, 0, body.signing_secret)).toEqual(request.event);
  });

  it('keeps its id when it is retried and when it is sent again, signed at that time', async () => {
    await subscribe();
    receiver.behave = answer(503);
    const first = await received();
    receiver.behave = answer(200);
    await service.operator(api.advanceClock, { seconds: 31 });
    await service.call(tenant.admin, api.retryDelivery, { id, delivery_id: first.event.id });
    await service.drain();
    expect(receiver.requests).toHaveLength(3);
    expect(receiver.requests.map((request) => verify(request))).toEqual([
      first.event,
      first.event,
      first.event,
    ]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([first.event.id]),
    );
    const [one, two] = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect((two ?? 0) - (one ?? 0)).toBeGreaterThanOrEqual(30);
  });

  it('of a test is signed too', async () => {
    await subscribe();
    const { body } = await service.call(tenant.admin, api.testWebhook, { id });
    await service.drain();
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests as [ReceivedRequest];
    expect(verify(request)).toMatchObject({ id: body.delivery_id, event: 'webhook.test' });
  });

  it('has the custom header where a webhook has one of the same name, which the contract allows', async () => {
    await subscribe({ request_headers: { 'Webhook-Id': 'mine' } });
    const { headers } = await received();
    expect(headers['webhook-id']).toBe('mine');
    expect(headers['x-service-signature']).toBeDefined();
  });
});
