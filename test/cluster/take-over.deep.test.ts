import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { beat, startCluster, type TestCluster, type TestNode } from '../support/cluster.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createTenant, splitHostPort, type Tenant } from '../support/service.ts';
import { SmtpClient } from '../support/smtp-client.ts';

interface Scene extends TestCluster {
  readonly one: TestNode;
  readonly two: TestNode;
  readonly three: TestNode;
  readonly tenant: Tenant;
}

/** Each step of a message at which its node can end, and how it goes on. */
const STEPS = [
  ['inbound', 'received', 'available'],
  ['inbound', 'scanning', 'available'],
  ['outbound', 'scanning', 'delivered'],
  // It may have been sent, so nobody sends it again.
  ['outbound', 'dispatching', 'available'],
] as const;

describe('work of a node that ends', needsPrograms({ postgresql: hasPostgres() }), () => {
  const scene = async (count = 3): Promise<Scene> => {
    const cluster = await startCluster(count);
    const [one, two, three] = cluster.nodes as [TestNode, TestNode, TestNode];
    return { ...cluster, one, two, three, tenant: await createTenant(one) };
  };
  const send = ({ tenant }: Scene, node: TestNode) =>
    node.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to: 'ann@example.org',
      subject: 'Hello',
      body: 'Hello.',
    });
  const messages = async ({ tenant }: Scene, node: TestNode) =>
    (await node.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id })).messages;

  /** Messages that a node has at each step. */
  const inProgress = async (scene: Scene, worker: TestNode): Promise<string[]> => {
    const { tenant, one } = scene;
    const ids: string[] = [];
    for (const [direction, state] of STEPS) {
      if (direction === 'outbound') await send(scene, one);
      else await one.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, text: 'Hello.' });
      await one.drain();
      const [latest] = await messages(scene, one);
      const id = latest?.id ?? '';
      ids.push(id);
      await one.daemon.context.store.write({ account: tenant.accountId }, async ({ db }) => {
        await db.updateTable('messages').set({ state, worker: worker.name }).where('id', '=', id).execute();
        if (direction === 'inbound')
          await db.deleteFrom('message_bodies').where('message_id', '=', id).execute();
      });
    }
    return ids;
  };
  const statesOf = async (scene: Scene, node: TestNode, ids: readonly string[]) => {
    const states = new Map((await messages(scene, node)).map(({ id, state }) => [id, state]));
    return ids.map((id) => states.get(id));
  };
  const finished = STEPS.map(([, , state]) => state);

  it('is finished by others when its term is over, each message once', async () => {
    const cluster = await scene();
    const { one, two, three } = cluster;
    const ids = await inProgress(cluster, one);
    await cluster.outlive(one);
    await expect.poll(() => statesOf(cluster, two, ids)).toEqual(finished);
    await two.drain();
    await three.drain();
    const opened = two.daemon.context.store.read
      .selectFrom('audit_log')
      .select('target')
      .where('kind', '=', 'message.dispatch.left_open');
    expect(await opened.execute()).toEqual([{ target: ids[3] }]);
  });

  it('is finished by others as soon as it stops', async () => {
    const cluster = await scene(2);
    const { one, two } = cluster;
    const ids = await inProgress(cluster, two);
    // Nothing starts what was changed behind the daemon's back, so it leaves it.
    await two.stop();
    await expect.poll(() => statesOf(cluster, one, ids)).toEqual(finished);
    expect((await one.daemon.context.store.cluster.nodes()).map(({ name }) => name)).toEqual(['one']);
  });

  it('is finished by others as soon as it is drained, while it still answers its operator', async () => {
    const cluster = await scene(2);
    const { one, two } = cluster;
    const ids = await inProgress(cluster, two);
    await two.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('jobs').set({ run: two.daemon.context.store.cluster.run }).execute(),
    );
    expect((await two.operator(api.drain, { stop_accepting: true })).status).toBe(200);
    await expect.poll(() => statesOf(cluster, one, ids)).toEqual(finished);
    expect((await two.call(null, api.getReadiness)).status).toBe(503);
    expect((await send(cluster, two)).status).toBe(503);
    expect((await send(cluster, one)).status).toBe(200);
    const { body } = await two.operator(api.getStatus);
    expect(body.nodes?.map(({ name, state }) => [name, state])).toEqual([
      ['one', 'running'],
      ['two', 'draining'],
    ]);
    expect(body.nodes?.[1]?.leases).toBe(0);
    const { read } = one.daemon.context.store;
    const jobs = await read.selectFrom('jobs').select('run').distinct().execute();
    expect(jobs.map(({ run }) => run)).not.toContain(two.daemon.context.store.cluster.run);
  });

  it('is not touched while the node only stalls, which does nothing meanwhile', async () => {
    const cluster = await scene(1);
    const { one } = cluster;
    const ids = await inProgress(cluster, one);
    one.link.cut();
    one.stall(21_000);
    expect((await one.call(null, api.getReadiness)).status).toBe(503);
    const refused = await send(cluster, one);
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
    expect(refused.headers.get('retry-after')).toBe('5');
    const client = await SmtpClient.greeted(splitHostPort(one.daemon.runtime.smtp)[1]);
    await client.command('MAIL FROM:<ann@example.org>');
    const reply = await client.command(`RCPT TO:<${cluster.tenant.mailbox.address}>`);
    expect(reply).toMatch(/^421 4\.3\.2 /);
    one.link.restore();
    await beat(one.daemon.context.store.cluster);
    expect((await one.call(null, api.getReadiness)).status).toBe(200);
    expect((await send(cluster, one)).status).toBe(200);
    expect(await statesOf(cluster, one, ids)).toEqual(STEPS.map(([, state]) => state));
  });

  it('is lost for it when it comes back: it commits nothing, and stops', async () => {
    const cluster = await scene(2);
    const { one, two, tenant } = cluster;
    let replaced = 0;
    one.daemon.onMustStop = () => replaced++;
    await cluster.outlive(one);
    one.link.restore();
    const { store } = one.daemon.context;
    const late = store.write({ account: tenant.accountId }, ({ db }) =>
      db.updateTable('accounts').set({ used_bytes: 1 }).where('id', '=', tenant.accountId).execute(),
    );
    await expect(late).rejects.toThrow("hasn't reached PostgreSQL for so long");
    await beat(store.cluster);
    expect([store.cluster.isTrusted, replaced]).toEqual([false, 1]);
    expect((await send(cluster, two)).status).toBe(200);
  });
});
