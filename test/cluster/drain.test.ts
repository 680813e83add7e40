import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { beat, startCluster, type TestNode } from '../support/cluster.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { relayConfig } from '../support/relaying.ts';
import { scriptedMailServer } from '../support/scripted-mail-server.ts';
import { createTenant, type Tenant } from '../support/service.ts';

describe('a drained node', needsPrograms({ postgresql: hasPostgres() }), () => {
  /** A message that a node accepted and hasn't scanned, and a job that it claimed and doesn't run. */
  const queue = async (node: TestNode, { accountId, mailbox }: Tenant): Promise<void> => {
    await node.deliver({ from: 'ann@example.org', to: mailbox.address, text: 'Hello.' });
    await node.drain();
    const { store } = node.daemon.context;
    await store.write({ account: accountId }, async ({ db }) => {
      await db
        .updateTable('messages')
        .set({ state: 'received', worker: node.name })
        .where('direction', '=', 'inbound')
        .execute();
      await db.deleteFrom('message_bodies').execute();
    });
    await store.write('none', ({ db }) => db.updateTable('jobs').set({ run: store.cluster.run }).execute());
  };
  const rows = ({ daemon }: TestNode) =>
    daemon.context.store.read
      .selectFrom('messages')
      .select(['direction', 'state', 'worker'])
      .orderBy('direction')
      .execute();
  const claimers = async ({ daemon }: TestNode) => {
    const jobs = await daemon.context.store.read.selectFrom('jobs').select('run').distinct().execute();
    return jobs.map(({ run }) => run);
  };

  it('leaves its queue to others while a mail server keeps one of its sends waiting', async () => {
    const heard = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const relay = await scriptedMailServer(async (peer) => {
      await peer.until('BODY');
      await peer.message();
      heard.resolve();
      await answer.promise;
      peer.say('250 2.0.0 taken');
    });
    const { nodes } = await startCluster(2, { config: relayConfig(relay.port) });
    const [one, two] = nodes as [TestNode, TestNode];
    const tenant = await createTenant(one);
    await queue(two, tenant);
    const mail = { from_mailbox: 'helper', to: 'ann@example.org', subject: 'Hello', body: 'Hello.' };
    const sending = two.call(tenant.admin, api.send, mail);
    await heard.promise;
    const draining = two.operator(api.drain, { stop_accepting: true, timeout_seconds: 300 });
    await expect
      .poll(() => rows(one))
      .toEqual([
        { direction: 'inbound', state: 'available', worker: null },
        { direction: 'outbound', state: 'dispatching', worker: 'two' },
      ]);
    expect(await claimers(one)).not.toContain(two.daemon.context.store.cluster.run);
    answer.resolve();
    expect([(await sending).status, (await draining).status]).toEqual([200, 200]);
    expect((await rows(one)).map(({ state }) => state)).toEqual(['available', 'delivered']);
    expect(relay.peers).toHaveLength(1);
  });

  it.each([
    ['without trust', 21_000],
    ['without a database', 0],
  ])('%s says that it left nothing, until it has', async (_, stalled) => {
    const { nodes } = await startCluster(2);
    const [one, two] = nodes as [TestNode, TestNode];
    const tenant = await createTenant(one);
    await queue(two, tenant);
    two.link.cut();
    two.stall(stalled);
    const failed = await two.operator(api.drain, { stop_accepting: true });
    expect([failed.status, failed.body]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
    two.link.restore();
    await beat(two.daemon.context.store.cluster);
    await expect.poll(async () => (await two.operator(api.drain, {})).status).toBe(200);
    await expect.poll(() => rows(one)).toMatchObject([{ state: 'available' }]);
    const { body } = await two.operator(api.getStatus);
    expect(body.nodes?.find(({ name }) => name === 'two')).toMatchObject({ state: 'draining', leases: 0 });
  });

  it('serves requests and mail for its grace, while it is not ready', async () => {
    const { nodes, clock } = await startCluster(2);
    const [one, two] = nodes as [TestNode, TestNode];
    const { admin, mailbox } = await createTenant(one);
    const mail = { from_mailbox: 'helper', to: 'ann@example.org', subject: 'Hello', body: 'Hello.' };
    const draining = two.operator(api.drain, {
      stop_accepting: true,
      grace_seconds: 10,
      timeout_seconds: 300,
    });
    await expect.poll(async () => (await two.call(null, api.getReadiness)).status).toBe(503);
    expect((await two.call(admin, api.send, mail)).status).toBe(200);
    await two.deliver({ from: 'ann@example.org', to: mailbox.address, text: 'Hello.' });
    const listed = (await one.operator(api.getStatus)).body.nodes ?? [];
    expect(listed.find(({ name }) => name === 'two')?.state).toBe('draining');
    clock.moveTo(clock.now() + 10_000);
    expect((await draining).status).toBe(200);
    expect((await two.call(admin, api.send, mail)).status).toBe(503);
  });
});
