import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ask, connect } from '../../../../daemon/platform/store/postgres/client.ts';
import { PostgresCluster } from '../../../../daemon/platform/store/postgres/nodes/cluster.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../../support/postgres.ts';
import { temporaryHome } from '../../../support/temporary.ts';

describe('requests between nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
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

  it('are answered once, by the runs that were asked and nobody else', async () => {
    const [one, two, three] = [await join('one'), await join('two'), await join('three')];
    const [asker, asked, other] = [one, two, three].map(({ cluster }) => cluster.requests);
    if (!asker || !asked || !other) throw new Error('there are three nodes');
    const { run } = two.cluster;
    const ended = randomUUID();
    const id = await asker.ask('Are you well?', [run, ended]);
    expect(await asked.open()).toEqual([{ id, request: 'Are you well?' }]);
    expect([await asker.open(), await other.open()]).toEqual([[], []]);
    await other.answer(id, 'It is me.');
    expect([...(await asker.answers(id))]).toEqual([[run, null]]);
    await asked.answer(id, 'Yes.');
    await asked.answer(id, 'No.');
    expect([...(await asker.answers(id))]).toEqual([[run, 'Yes.']]);
    expect(await asked.open()).toEqual([]);
    const next = await asker.ask('And now?', [run]);
    await asker.close(id);
    expect([(await asker.answers(id)).size, (await asker.answers(next)).size]).toEqual([0, 1]);
  });

  it('that the asker could not remove are removed by its next one, an hour later', async () => {
    const [one, two] = [await join('one'), await join('two')];
    const mine = await one.cluster.requests.ask('Old', [two.cluster.run]);
    const theirs = await two.cluster.requests.ask('Of another', [one.cluster.run]);
    await ask(observer, "update node_requests set asked_at = now() - interval '61 minutes'");
    await one.cluster.requests.ask('New', [two.cluster.run]);
    const left = async (id: string) => (await one.cluster.requests.answers(id)).size;
    expect([await left(mine), await left(theirs)]).toEqual([0, 1]);
  });

  it("aren't notified as the name of an ended node, which earlier programs would take them for", async () => {
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

  it('of a later program are hints to send a heartbeat, by their notifications', async () => {
    const { cluster, seen } = await join('one');
    const seenAt = async () => (await ask(observer, 'select seen_at from nodes')).rows[0];
    const before = await seenAt();
    await notify('(later)');
    await expect.poll(seenAt).not.toEqual(before);
    await cluster.beat();
    expect(seen).toEqual([]);
  });
});
