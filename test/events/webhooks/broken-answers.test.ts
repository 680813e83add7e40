import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { answerLines, type Behaviour, type HttpsReceiver } from '../../support/https-receiver.ts';
import { startReceiving } from '../../support/receiving.ts';
import type { Service, Tenant } from '../../support/service.ts';

const SWITCHING = answerLines(
  'HTTP/1.1 101 Switching Protocols',
  'connection: upgrade',
  'upgrade: foo',
  '',
  '',
);

/** A status line and the beginning of a body that never ends. */
const begun = (status: number) =>
  answerLines(`HTTP/1.1 ${status} Whatever`, 'content-length: 100', '', 'begun');

/** Resolves when the daemon has read the status line of the next answer, and what came with it. */
function answerArrives(): Promise<void> {
  const channel = 'http.client.response.finish';
  return new Promise((resolve) => {
    const arrived = () => {
      unsubscribe(channel, arrived);
      setImmediate(resolve);
    };
    subscribe(channel, arrived);
  });
}

describe('an answer to a webhook that does not end well', () => {
  let service: Service;
  let tenant: Tenant;
  let receiver: HttpsReceiver;
  let path: string;

  beforeAll(async () => {
    const scene = await startReceiving();
    ({ service, tenant, receiver } = scene);
    return scene.stop;
  });
  beforeEach(async () => {
    receiver.requests.length = 0;
    if (path) await service.request(tenant.admin, `DELETE ${path}`);
    const made = await service.call(tenant.admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: ['message.received'],
    });
    path = `/v1/webhooks/${made.body.webhook.id}`;
  });

  const test = () => service.request(tenant.admin, `POST ${path}/test`);
  async function deliveries() {
    const reply = await service.request<{ deliveries: unknown[] }>(tenant.admin, `GET ${path}/deliveries`);
    return reply.body.deliveries;
  }
  /** Answers, and resets the connection when the beginning was read. */
  const thenReset =
    (behave: Behaviour): Behaviour =>
    (response, request) => {
      const { _parent: plain } = response.socket as unknown as { _parent: Socket };
      void answerArrives().then(() => plain.resetAndDestroy());
      behave(response, request);
    };

  it('counts by its status when it would switch protocols, and holds up nothing', async () => {
    receiver.behave = SWITCHING;
    for (let number = 0; number < 9; number += 1) await test();
    await service.drain();
    expect(receiver.requests).toHaveLength(9);
    expect(await deliveries()).toEqual(
      Array(9).fill(
        expect.objectContaining({ status: 'retrying', last_error: 'http_101', http_status: 101 }),
      ),
    );
  });

  it.each([
    ['200', 'delivered', null],
    ['404', 'abandoned', 'http_404'],
  ])('counts by its status %s when the connection is reset in its body', async (code, status, error) => {
    receiver.behave = thenReset(begun(Number(code)));
    await test();
    await service.drain();
    expect(await deliveries()).toMatchObject([
      { status, last_error: error, http_status: Number(code), attempt_count: 1 },
    ]);
  });

  it('counts by its status when a chunk of its body is none', async () => {
    receiver.behave = answerLines(
      'HTTP/1.1 200 OK',
      'transfer-encoding: chunked',
      '',
      '5',
      'begun',
      'no chunk',
      '',
    );
    await test();
    await service.drain();
    expect(await deliveries()).toMatchObject([
      { status: 'delivered', last_error: null, response_preview: 'begun' },
    ]);
  });

  it.each([
    [200, 'delivered', null],
    [302, 'abandoned', 'http_redirect_forbidden: 302'],
    [404, 'abandoned', 'http_404'],
    [503, 'retrying', 'http_503'],
  ])('counts by its status %i when its body has not ended after 10 s', async (code, status, error) => {
    receiver.behave = begun(code);
    const arrival = answerArrives();
    await test();
    await arrival;
    service.clock.moveTo(service.clock.now() + 10_500);
    await service.drain();
    expect(await deliveries()).toMatchObject([
      { status, last_error: error, http_status: code, response_preview: 'begun' },
    ]);
  });
});
