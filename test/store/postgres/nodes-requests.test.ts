import type pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ask, connect } from '../../../daemon/store/postgres/client.ts';
import { PostgresCluster } from '../../../daemon/store/postgres/nodes/cluster.ts';
import { needsPrograms } from '../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../support/postgres.ts';
import { temporaryHome } from '../../support/temporary.ts';

describe('notifications between nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  let url: string;
  let observer: pg.Client;

  beforeEach(async () => {
    url = await freshDatabase();
    observer = await connect({ url });
    onTestFinished(() => observer.end());
  });

  const join = async (name: string) => {
    const home = temporaryHome();
    const cluster = await PostgresCluster.join(() => connect({ url }), { home, name, version: '' });
    const seen: string[] = [];
    cluster.watch({
      nodesEnded: (names) => seen.push(`${names.join()} ended`),
      requested: () => seen.push('requested'),
    });
    onTestFinished(() => cluster.leave());
    await cluster.beat();
    return { cluster, seen };
  };
  const notify = (payload: string) =>
    ask(observer, { text: "select pg_notify('agentmail_nodes', $1)", values: [payload] });

  it("of requests aren't taken for the name of an ended node by earlier programs", async () => {
    const [one, two] = [await join('one'), await join('two')];
    const payloads: string[] = [];
    observer.on('notification', ({ payload = '' }) => payloads.push(payload));
    await ask(observer, 'listen agentmail_nodes');
    await one.cluster.requests.ask('Are you well?', [two.cluster.run]);
    await expect.poll(() => two.seen).toContain('requested');
    await notify('last');
    await expect.poll(() => payloads).toContain('last');
    expect(payloads).toEqual(['last']);
  });

  it('of a later program are hints to send a heartbeat', async () => {
    const { cluster, seen } = await join('one');
    const seenAt = async () => (await ask(observer, 'select seen_at from nodes')).rows[0];
    const before = await seenAt();
    await notify('(later)');
    await expect.poll(seenAt).not.toEqual(before);
    await cluster.beat();
    expect(seen).toEqual([]);
  });
});
