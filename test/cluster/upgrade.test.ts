import { describe, expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS, SCHEMA_VERSIONS } from '../../daemon/platform/store/migrations/index.ts';
import type { Migration } from '../../daemon/platform/store/migrations/migration.ts';
import { connect } from '../../daemon/platform/store/postgres/client.ts';
import { migrate } from '../../daemon/platform/store/postgres/migrate.ts';
import * as api from '../support/api.ts';
import { beat, startCluster, type TestNode } from '../support/cluster.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createTenant } from '../support/service.ts';

const { latest } = SCHEMA_VERSIONS;

/** Nodes of this version beside one of the next, which migrates the database. */
describe('nodes of the previous version', needsPrograms({ postgresql: hasPostgres() }), () => {
  const scene = async (change: Pick<Migration, 'worksWith'>) => {
    const cluster = await startCluster(2);
    const [one, two] = cluster.nodes as [TestNode, TestNode];
    const tenant = await createTenant(one);
    const stopped: string[] = [];
    for (const { name, daemon } of [one, two]) daemon.onMustStop = () => stopped.push(name);
    const upgrade = async () => {
      const client = await connect({ url: cluster.url });
      onTestFinished(() => client.end());
      const next = { version: latest + 1, name: 'next', statements: ['create table more (id bigint)'] };
      await migrate(client, 0, [...MIGRATIONS, { ...next, ...change }]);
      for (const { daemon } of [one, two]) await beat(daemon.context.store.cluster);
    };
    const send = (node: TestNode) =>
      node.call(tenant.admin, api.send, {
        from_mailbox: 'helper',
        to: 'ann@example.org',
        subject: 'During the upgrade',
        body: 'Hello.',
      });
    return { ...cluster, one, two, stopped, upgrade, send };
  };

  it('go on, and can be restarted, if the migration names theirs', async () => {
    const { one, two, start, stopped, upgrade, send } = await scene({ worksWith: latest });
    await upgrade();
    expect(stopped).toEqual([]);
    expect((await send(one)).status).toBe(200);
    await two.stop();
    const again = await start('two');
    expect((await send(again)).status).toBe(200);
    expect((await one.daemon.context.store.cluster.nodes()).map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('stop, commit nothing more, and are refused at a start, if it names none', async () => {
    const { one, two, start, stopped, upgrade, send } = await scene({});
    await upgrade();
    expect(stopped.toSorted()).toEqual(['one', 'two']);
    for (const node of [one, two]) expect((await send(node)).status).toBe(503);
    await two.stop();
    await expect(start('two')).rejects.toThrow(
      `the database has schema version ${latest + 1}, but this version of agentmail knows only ${latest}`,
    );
  });
});
