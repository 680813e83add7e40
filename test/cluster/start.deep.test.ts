import { describe, expect, it, onTestFinished } from 'vitest';
import { Daemon } from '../../daemon/daemon.ts';
import * as api from '../support/api.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { ScriptedDns } from '../support/dns.ts';
import { lentExtraction } from '../support/extraction.ts';
import { needsPrograms } from '../support/needs.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTenant, type Tenant, temporaryHome, testConfig } from '../support/service.ts';

describe('a daemon that starts beside others', needsPrograms({ postgresql: hasPostgres() }), () => {
  /** A message that a worker is handing over. */
  const dispatching = async (node: TestNode, tenant: Tenant, worker: string) => {
    const sent = await node.must(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to: 'ann@example.org',
      subject: `Of ${worker}`,
      body: 'Hello.',
    });
    await node.daemon.context.store.write({ account: tenant.accountId }, ({ db }) =>
      db
        .updateTable('messages')
        .set({ state: 'dispatching', worker })
        .where('id', '=', sent.message_id)
        .execute(),
    );
    return sent.message_id;
  };

  it('starts though its machine was so slow that its first term is nearly over', async () => {
    let passed = 0;
    const changes = { store: await freshDatabase(), node: 'slow' };
    const daemon = await Daemon.create(testConfig(temporaryHome(), changes), {
      dns: new ScriptedDns(),
      extraction: lentExtraction(),
      monotonic: () => performance.now() + passed,
    });
    onTestFinished(() => daemon.stop());
    passed = 25_000;
    await daemon.start();
    expect([daemon.runtime.ready, daemon.context.store.cluster.isTrusted]).toEqual([true, true]);
  });

  it('answers for the same accounts and mail', async () => {
    const { nodes } = await startCluster(2);
    const [one, two] = nodes as [TestNode, TestNode];
    const tenant = await createTenant(one);
    await two.deliver({ from: 'ann@example.org', to: tenant.mailbox.address, subject: 'To the other' });
    await two.drain();
    const { messages } = await one.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
    expect(messages.map(({ subject }) => subject)).toEqual(['To the other']);
  });

  it('leaves what they have in progress, and takes over what belongs to none', async () => {
    const { nodes, start } = await startCluster(1);
    const [one] = nodes as [TestNode];
    const tenant = await createTenant(one);
    const live = await dispatching(one, tenant, 'one');
    const left = await dispatching(one, tenant, 'local');
    const two = await start('two');
    const states = await Promise.all(
      [live, left].map(async (id) => (await two.must(tenant.admin, api.getMessage, { id })).state),
    );
    expect(states).toEqual(['dispatching', 'available']);
  });
});
