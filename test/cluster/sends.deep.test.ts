import { describe, expect, it, onTestFinished } from 'vitest';
import { repeatKeys } from '../proof/cluster/keys.ts';
import * as api from '../support/api.ts';
import { startCluster } from '../support/cluster.ts';
import { EventSource } from '../support/event-source.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createTenant } from '../support/service.ts';

/** `npm run cluster -- --keys 1000` runs more of them. */
const ROUNDS = 10;

describe('sends at three nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('with one idempotency key make one message, however many come at once', async () => {
    const { nodes } = await startCluster(3);
    const [one] = nodes;
    if (!one) throw new Error('no node');
    const { admin, mailbox } = await createTenant(one, { tier: 'pro' });
    const { violations } = await repeatKeys({ nodes, admin, mailbox: mailbox.id, rounds: ROUNDS });
    expect(violations).toEqual([]);
  }, 600_000);

  it('reach the readers of events at each node completely and in the same order', async () => {
    const { nodes } = await startCluster(3);
    const [one] = nodes;
    if (!one) throw new Error('no node');
    const { admin } = await createTenant(one, { tier: 'pro' });
    const readers = await Promise.all(nodes.map((node) => EventSource.open(node, admin)));
    onTestFinished(() => {
      for (const reader of readers) reader.close();
    });
    const count = 60;
    const sent = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        nodes[index % 3]?.must(admin, api.send, {
          from_mailbox: 'helper',
          to: 'ann@example.org',
          subject: `Number ${index}`,
          body: 'Hello.',
        }),
      ),
    );
    const ids = sent.map((each) => each?.message_id).sort();
    const delivered = (reader: EventSource) =>
      reader.events.flatMap(({ envelope: { event, data } }) =>
        event === 'message.delivered' ? [data.message_id] : [],
      );
    await expect
      .poll(() => readers.map((reader) => delivered(reader).toSorted()), { timeout: 60_000 })
      .toEqual(readers.map(() => ids));
    const [first, ...others] = readers.map(({ events }) => events.map(({ cursor }) => cursor));
    for (const other of others) expect(other.slice(0, first?.length)).toEqual(first?.slice(0, other.length));
  }, 300_000);
});
