import { expect, onTestFinished, test } from 'vitest';
import { DAY, HOUR, MINUTE, SystemClock } from '../../daemon/platform/system/clock.ts';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { answer, HttpsReceiver } from '../support/https-receiver.ts';
import { createTenant, launch } from '../support/service.ts';

/** A machine whose time of day the test sets while its monotonic clock runs on, as after a laptop slept. */
async function startMachine() {
  const machine = { ahead: 0 };
  const clock = new SystemClock({ timeOfDay: () => Date.now() + machine.ahead, lookEvery: 20 });
  const authority = await testAuthority();
  const service = await launch({
    clock,
    config: { allowPrivateWebhooks: true },
    overrides: { extraAuthorities: [authority.certificate] },
  });
  onTestFinished(() => service.stop());
  const receiver = await HttpsReceiver.start();
  onTestFinished(() => receiver.stop());
  const tenant = await createTenant(service);
  const post = (path: string, body: object) =>
    service.request<{ id: string }>(tenant.admin, `POST ${path}`, { body });
  const subscribed = await post('/v1/webhooks', {
    url: receiver.url(),
    enabled_events: ['message.delivered', 'message.received'],
  });
  expect(subscribed.status).toBe(201);
  return { machine, clock, service, receiver, tenant, post };
}

test('a draft and a retry that are due later leave soon after the time of day goes ahead', async () => {
  const { machine, clock, service, receiver, tenant, post } = await startMachine();
  receiver.behave = answer(500, 'not now');
  await service.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject: 'Hi', text: 'Hi.' });
  await receiver.received(1);
  await service.drain();
  const draft = await post('/v1/drafts', {
    mailbox_id: tenant.mailbox.id,
    to: 'ann@example.org',
    subject: 'Later',
    body: 'As agreed.',
    send_at: new Date(clock.now() + 10 * MINUTE).toISOString(),
  });
  expect(draft.status).toBe(201);
  receiver.behave = answer(200, 'ok');
  machine.ahead = HOUR;
  // The retry of the failed delivery, and the event of the draft that was sent.
  await receiver.received(3);
  const events = receiver.requests.map(({ event }) => (event as { event: string }).event);
  expect(events.slice(1).sort()).toEqual(['message.delivered', 'message.received']);
});

test('a wait ends, and nothing is sent twice, when the time of day goes back', async () => {
  const { machine, service, receiver, tenant, post } = await startMachine();
  const waiting = service.call(tenant.admin, api.waitForMessage, { id: tenant.mailbox.id, timeout: 1 });
  // Answered after the wait began.
  await service.call(tenant.admin, api.getCaller);
  machine.ahead = -2 * DAY;
  expect((await waiting).body.message).toBeNull();
  const sent = await post('/v1/messages/send', {
    from_mailbox: 'helper',
    to: 'ann@example.org',
    subject: 'Once',
    body: 'Only once.',
  });
  expect(sent.status).toBe(200);
  await receiver.received(1);
  machine.ahead = -4 * DAY;
  const daily = () =>
    service.daemon.context.store.read
      .selectFrom('jobs')
      .select('due_at')
      .where('kind', '=', 'daily')
      .executeTakeFirstOrThrow();
  const steps = new Promise<void>((resolve) => service.clock.onStep(() => resolve()));
  await steps;
  // Written after what the step made the daemon write.
  await service.daemon.context.store.write('none', async () => undefined);
  await service.drain();
  expect(receiver.requests).toHaveLength(1);
  expect((await daily()).due_at).toBeLessThanOrEqual(service.clock.now() + DAY);
});
