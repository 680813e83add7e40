import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOOK_AGAIN, type Signal, SignalHub } from '../../daemon/platform/store/signals.ts';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { EventSource } from '../support/event-source.ts';
import { HttpsReceiver } from '../support/https-receiver.ts';
import { ScriptedLeases } from '../support/leases.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { PoolingProxy } from '../support/postgres-proxy.ts';
import { createTenant, type Tenant } from '../support/service.ts';

/** Receivers that only signals wake, so that nothing is found by looking again. */
class SignalledHub extends SignalHub {
  override keepLooking(): () => void {
    return () => undefined;
  }
}

/** Loses every signal, and keeps looking. */
class DeafHub extends SignalHub {
  readonly lost = new Set<string>();

  override publish({ kind }: Signal): void {
    this.lost.add(kind);
  }

  override publishEverything(): void {
    this.lost.add('everything');
  }
}

const signalled = () => ({ overrides: { signals: new SignalledHub() } });

describe('nodes of one database', needsPrograms({ postgresql: hasPostgres() }), () => {
  /** Nodes that hear each other, with an account. */
  async function scene() {
    const cluster = await startCluster(0);
    const [one, two] = [await cluster.start('one', signalled()), await cluster.start('two', signalled())];
    await hear(one, two);
    return { ...cluster, one, two, tenant: await createTenant(one) };
  }
  const hear = async (...nodes: TestNode[]) => {
    for (const { daemon } of nodes)
      await expect
        .poll(() => daemon.context.store.reception)
        .toMatchObject({ mode: 'echoes', others: nodes.length - 1 });
  };
  const waitOn = async (node: TestNode, tenant: Tenant) => {
    const since = new Date(node.clock.now() - 1000).toISOString();
    const waiting = node.must(tenant.admin, api.waitForMessage, { id: 'helper', timeout: 30, since });
    await expect.poll(() => node.daemon.context.signals.watching('mailbox')).toBe(1);
    return waiting.then(({ message }) => message?.subject);
  };
  /** Resolves when the reads that the node began before have their answers: each connection had one more. */
  const answered = async (node: TestNode) => {
    const { read } = node.daemon.context.store;
    for (let turn = 0; turn < 8; turn++) {
      await read.selectFrom('settings').select('name').limit(turn).execute();
      await setImmediate();
    }
  };
  const receive = (node: TestNode, tenant: Tenant, subject: string) =>
    node.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject, text: 'Hello.' });

  it('wake waits, streams and settings of each other', async () => {
    const { one, two, tenant } = await scene();
    const waiting = waitOn(two, tenant);
    const source = await EventSource.open(two, tenant.admin);
    onTestFinished(() => source.close());
    await receive(one, tenant, 'From one');
    expect(await waiting).toBe('From one');
    await source.until(() => source.events.some(({ type }) => type === 'message.received'));
    await one.must(one.daemon.operatorToken, api.updateSettings, { 'access.signup': 'closed' });
    await expect.poll(() => two.daemon.context.settings.get('access.signup')).toBe('closed');
  });

  it('apply a setting whose signal was lost when they look again', async () => {
    const { start, clock } = await startCluster(0);
    const deaf = [new DeafHub(), new DeafHub()] as const;
    const one = await start('one', signalled());
    const others = [
      await start('two', { overrides: { signals: deaf[0] } }),
      await start('three', { overrides: { signals: deaf[1] } }),
    ];
    await hear(one, ...others);
    for (const { lost } of deaf) lost.clear();
    const values = () => others.map(({ daemon }) => daemon.context.settings.get('access.signup'));
    const before = values();
    await one.must(one.daemon.operatorToken, api.updateSettings, { 'access.signup': 'closed' });
    await expect.poll(() => deaf.map(({ lost }) => lost.has('settings'))).toEqual([true, true]);
    expect(values()).toEqual(before);
    expect(before).not.toContain('closed');
    clock.moveTo(clock.now() + LOOK_AGAIN);
    await expect.poll(values).toEqual(['closed', 'closed']);
  });

  it('deliver webhooks for each other', async () => {
    const { certificate } = await testAuthority();
    const receiver = await HttpsReceiver.start();
    onTestFinished(() => receiver.stop());
    const config = { allowPrivateWebhooks: true };
    const cluster = await startCluster(0, { config, overrides: { extraAuthorities: [certificate] } });
    const leases = new ScriptedLeases();
    leases.take('webhook:');
    const one = await cluster.start('one', { overrides: { ...signalled().overrides, leases } });
    const two = await cluster.start('two', signalled());
    await hear(one, two);
    const tenant = await createTenant(one);
    await one.must(tenant.admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: ['message.received'],
    });
    await receive(one, tenant, 'Delivered by two');
    await receiver.received(1);
  });

  it('run each job once', async () => {
    const { one, two, tenant, clock } = await scene();
    const drafts: string[] = [];
    for (let index = 0; index < 10; index++) {
      const node = index % 2 === 0 ? one : two;
      const { id } = await node.must(tenant.admin, api.createDraft, {
        mailbox_id: tenant.mailbox.id,
        to: 'ann@example.org',
        subject: `Draft ${index}`,
        body: 'Soon.',
        send_at: new Date(clock.now() + 3_600_000).toISOString(),
      });
      drafts.push(id);
    }
    const daily = () =>
      one.daemon.context.store.read.selectFrom('jobs').select('id').where('kind', '=', 'daily').execute();
    expect(await daily()).toHaveLength(1);
    clock.moveTo(clock.now() + 3_600_000);
    const open = async () => {
      const jobs = one.daemon.context.store.read.selectFrom('jobs').where('kind', '=', 'draft.due');
      return (await jobs.select('id').execute()).length;
    };
    await expect.poll(open).toBe(0);
    await Promise.all([one.drain(), two.drain()]);
    for (const id of drafts) {
      const { state } = await two.must(tenant.admin, api.getMessage, { id });
      expect(state).toBe('delivered');
    }
    const sent = await one.must(tenant.admin, api.getQuota);
    expect(sent.today.count).toBe(10);
  });

  it('look twice a second behind a pooler that forgets who listens', async () => {
    const { one, url, start, tenant } = await scene();
    const { pathname, searchParams } = new URL(url);
    const proxy = new PoolingProxy(searchParams.get('host') ?? '', { forgets: true });
    const store = `postgres://postgres@127.0.0.1:${await proxy.listen()}${pathname}`;
    const three = await start('three', { ...signalled(), config: { store } });
    onTestFinished(async () => {
      await three.stop();
      proxy.close();
    });
    const waiting = waitOn(three, tenant);
    await receive(one, tenant, 'Polled');
    expect(await waiting).toBe('Polled');
    expect(three.daemon.context.store.reception).toMatchObject({ mode: 'polls' });
  });

  it('keep waits and streams over a lost connection, and find what they missed', async () => {
    const { one, two, tenant } = await scene();
    const waiting = waitOn(two, tenant);
    const source = await EventSource.open(two, tenant.admin);
    onTestFinished(() => source.close());
    await answered(two);
    two.link.cut();
    await receive(one, tenant, 'While it was cut off');
    await one.drain();
    two.daemon.context.signals.publishEverything();
    two.link.restore();
    expect(await waiting).toBe('While it was cut off');
    await source.until(() => source.events.some(({ type }) => type === 'message.received'));
  });
});
