import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LOOK_AGAIN, SignalHub } from '../../../daemon/platform/store/signals.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { EventSource } from '../../support/event-source.ts';
import { HttpsReceiver } from '../../support/https-receiver.ts';
import { createTenant, launch, type Service, type Tenant } from '../../support/service.ts';

/** Loses every signal. */
class DeafHub extends SignalHub {
  override publish(): void {}
}

describe('without any signal', () => {
  let service: Service;
  let tenant: Tenant;
  let receiver: HttpsReceiver;

  beforeAll(async () => {
    const { certificate } = await testAuthority();
    service = await launch({
      config: { allowPrivateWebhooks: true },
      overrides: { signals: new DeafHub(), extraAuthorities: [certificate] },
    });
    tenant = await createTenant(service);
    receiver = await HttpsReceiver.start();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const watching = (kind: 'mailbox' | 'account' | 'attempts') =>
    expect.poll(() => service.daemon.context.signals.watching(kind));
  const pass = () => service.clock.moveTo(service.clock.now() + LOOK_AGAIN);
  /** Passes time until something is there. */
  const soon = <T>(look: () => T) =>
    expect.poll(async () => {
      pass();
      await setImmediate();
      return look();
    });
  const receive = () =>
    service.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject: 'Lost', text: 'Hello.' });

  it('a long poll finds the message', async () => {
    const waiting = service.must(tenant.admin, api.waitForMessage, { id: 'helper', timeout: 30 });
    await watching('mailbox').toBe(1);
    await receive();
    await service.drain();
    pass();
    expect((await waiting).message?.subject).toBe('Lost');
  });

  it('a wait for a decision finds it', async () => {
    const { id } = await service.must(tenant.admin, api.createDraft, {
      mailbox_id: tenant.mailbox.id,
      to: 'ann@example.org',
      subject: 'Draft',
      body: 'Soon.',
    });
    const waiting = service.must(tenant.admin, api.waitForDecision, { id, timeout: 30 });
    await watching('mailbox').toBe(1);
    await service.must(tenant.admin, api.sendDraft, { id });
    await service.drain();
    pass();
    expect((await waiting).decided).toBe(true);
  });

  it('streams of events and of attempts continue, and webhooks are delivered', async () => {
    await service.must(tenant.admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: ['message.received'],
    });
    const events = await EventSource.open(service, tenant.admin);
    const attempts = await EventSource.open(service, tenant.admin, {}, {}, '/v1/webhooks/deliveries/stream');
    onTestFinished(() => {
      events.close();
      attempts.close();
    });
    await watching('account').toBe(2);
    await receive();
    await soon(() => events.events.map(({ type }) => type)).toContain('message.received');
    // The clock may outrun an attempt, which is then made again.
    await soon(() => receiver.requests.length).toBeGreaterThan(0);
    await soon(() => attempts.events.length).toBeGreaterThan(0);
  });

  it('jobs that are added run', async () => {
    const { id } = await service.must(tenant.admin, api.createDraft, {
      mailbox_id: tenant.mailbox.id,
      to: 'ann@example.org',
      subject: 'Later',
      body: 'Soon.',
      send_at: new Date(service.clock.now() + 3_600_000).toISOString(),
    });
    service.clock.moveTo(service.clock.now() + 3_600_000);
    await soon(async () => (await service.must(tenant.admin, api.getMessage, { id })).state).toBe(
      'delivered',
    );
  });

  it('settings are read again', async () => {
    const { settings } = service.daemon.context;
    expect(settings.get('access.signup')).toBe('open');
    // As another node would: nothing tells this one.
    await service.daemon.context.store.write('none', ({ db }) =>
      db.insertInto('settings').values({ name: 'access.signup', worker: '', value: '"closed"' }).execute(),
    );
    await soon(() => settings.get('access.signup')).toBe('closed');
  });
});

describe('a hub', () => {
  it('calls each receiver once in the time, a part of them each second', async () => {
    const clock = new SystemClock({ settable: true, frozenAt: 1_000_000 });
    const hub = new SignalHub();
    const received: string[] = [];
    hub.watchAll('jobs', (kind) => received.push(`jobs ${kind}`));
    for (let id = 0; id < 19; id++) hub.watch({ kind: 'mailbox', id: `${id}` }, (own) => received.push(own));
    const stop = hub.keepLooking(clock);
    const counts: number[] = [];
    for (let second = 0; second < 10; second++) {
      clock.moveTo(clock.now() + 1_000);
      counts.push(received.length);
      await setImmediate();
    }
    expect(counts).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
    expect(new Set(received).size).toBe(20);
    stop();
    clock.moveTo(clock.now() + 60_000);
    expect(received).toHaveLength(20);
  });

  it('catches up with a clock that was moved, once', async () => {
    const clock = new SystemClock({ settable: true });
    const hub = new SignalHub();
    let received = 0;
    hub.watchAll('settings', () => received++);
    const stop = hub.keepLooking(clock);
    clock.moveTo(clock.now() + 24 * 3_600_000);
    await expect.poll(() => received).toBe(1);
    stop();
  });

  it('looks everywhere when anything may have changed', () => {
    const hub = new SignalHub();
    const received: (string | null)[] = [];
    hub.watchAll('webhook', (id) => received.push(id));
    hub.watch({ kind: 'account', id: 'a' }, (id) => received.push(id));
    hub.publishEverything();
    expect(received).toEqual([null, 'a']);
  });
});
