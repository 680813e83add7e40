import { describe, expect, it } from 'vitest';
import { checkIntegrity } from '../../daemon/operation/operator/integrity.ts';
import * as api from '../support/api.ts';
import { agentmail } from '../support/cli.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';

describe('several nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  const found = async ({ daemon }: TestNode, id: string) => {
    const { checks = [] } = await checkIntegrity(daemon.context);
    return checks.find((check) => check.id === id);
  };

  it('are listed by status, with what each has', async () => {
    const { nodes } = await startCluster(2, { config: { version: '1.2.3' } });
    const [one, two] = nodes as [TestNode, TestNode];
    const { body } = await one.operator(api.getStatus);
    expect(body.node).toBe('one');
    expect(body.nodes).toEqual([
      expect.objectContaining({ name: 'one', state: 'running', http: one.daemon.runtime.http }),
      expect.objectContaining({ name: 'two', state: 'running', http: two.daemon.runtime.http }),
    ]);
    expect(body.nodes?.map(({ leases }) => leases > 0)).toEqual([true, true]);
    const { stdout } = await agentmail(['status'], {
      home: one.home,
      terminal: 120,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toMatch(/^one +running +1\.2\.3 +http:\S+ /m);
    expect(stdout).toMatch(/^two +running +1\.2\.3 +http:\S+ /m);
  });

  it('are compared by doctor, which names a node of another version and one that is lost', async () => {
    const { start } = await startCluster(0);
    const one = await start('one', { config: { version: '1.2.3' } });
    const two = await start('two', { config: { version: '1.3.0' } });
    expect(await found(one, 'nodes')).toMatchObject({ severity: 'ok', message: '2: one, two' });
    expect(await found(one, 'node_versions')).toMatchObject({
      severity: 'warning',
      message: 'one has 1.2.3, two has 1.3.0',
    });
    const { context } = two.daemon;
    await context.store.write('none', ({ db }) =>
      db
        .updateTable('nodes' as never)
        .set({ seen_at: new Date(0) } as never)
        .where('name' as never, '=', 'two' as never)
        .execute(),
    );
    expect(await found(one, 'nodes')).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/^two \(.*\) was last seen \d+ s ago; others take over its work$/),
    });
  });

  it('refuse settings for a node that is misspelt, and files of another machine', async () => {
    const { nodes } = await startCluster(2);
    const [one] = nodes as [TestNode];
    const set = async (changes: object) => (await one.operator(api.updateSettings, changes)).status;
    expect((await one.operator(api.getSettings, { node: 'tow' })).status).toBe(400);
    expect(await set({ node: 'tow', 'mail.hostname': 'mx2.example.com' })).toBe(400);
    expect(await set({ node: 'two', 'smtp.tls': { cert: '/tmp/cert.pem', key: '/tmp/key.pem' } })).toBe(400);
    expect(await set({ node: 'two', 'mail.hostname': 'mx2.example.com' })).toBe(200);
    const { body } = await one.operator(api.getSettings, { node: 'two' });
    expect(body.settings['mail.hostname']).toBe('mx2.example.com');
  });

  it('report that they do no work without heartbeats', async () => {
    const { nodes } = await startCluster(1);
    const [one] = nodes as [TestNode];
    const trust = async () =>
      Number(
        /^agentmail_node_trust_seconds (.*)$/m.exec(String((await one.operator(api.getMetrics)).body))?.[1],
      );
    expect(await trust()).toBeGreaterThan(0);
    one.stall(30_000);
    expect(await found(one, 'nodes')).toMatchObject({ severity: 'error' });
  });
});
