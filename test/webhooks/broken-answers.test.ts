import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testAuthority } from '../support/certificates.ts';
import { answerLines, HttpsReceiver } from '../support/https-receiver.ts';
import { createTenant, launch, type Service, type Tenant } from '../support/service.ts';

const SWITCHING = answerLines(
  'HTTP/1.1 101 Switching Protocols',
  'connection: upgrade',
  'upgrade: foo',
  '',
  '',
);

describe('an answer to a webhook that does not end well', () => {
  let service: Service;
  let tenant: Tenant;
  let receiver: HttpsReceiver;
  let path: string;

  beforeAll(async () => {
    const authority = await testAuthority();
    service = await launch({
      config: { allowPrivateWebhooks: true },
      overrides: { extraAuthorities: [authority.certificate] },
    });
    tenant = await createTenant(service);
    receiver = await HttpsReceiver.start();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    receiver.requests.length = 0;
    if (path) await service.call(tenant.admin, 'DELETE', path);
    const made = await service.call<{ webhook: { id: string } }>(tenant.admin, 'POST', '/v1/webhooks', {
      url: receiver.url(),
      enabled_events: ['message.received'],
    });
    path = `/v1/webhooks/${made.body.webhook.id}`;
  });

  const test = () => service.call(tenant.admin, 'POST', `${path}/test`);
  async function deliveries() {
    const reply = await service.call<{ deliveries: unknown[] }>(tenant.admin, 'GET', `${path}/deliveries`);
    return reply.body.deliveries;
  }
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
});
