import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createTenant, type Reply, sentToday } from '../support/service.ts';

/**
 * Requests at once that reach three nodes of one database. `npm run test:nodes` deals out those of every race
 * test.
 */

const SENDS = 60;

/** Successes, and the code of each refusal once. */
function outcomes(replies: readonly Reply<object>[]): [successes: number, ...codes: unknown[]] {
  const refused = replies.filter(({ status }) => status >= 400);
  return [replies.length - refused.length, ...new Set(refused.map(({ body }) => body.code))];
}

describe('requests at once over three nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('keep keys, caps, budgets and the order of messages exact', { tags: 'race' }, async () => {
    const { nodes } = await startCluster(3);
    const [one] = nodes as [TestNode];
    const dealt = <T>(count: number, call: (node: TestNode, index: number) => Promise<T>): Promise<T[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) => call(nodes[index % nodes.length] as TestNode, index)),
      );
    const { admin } = await createTenant(one, { tier: 'starter' });
    const send = (node: TestNode, key: string, headers: Record<string, string> = {}) =>
      node.call({ key, headers }, api.send, {
        from_mailbox: 'helper',
        to: 'ann@example.org',
        subject: 'Once',
        body: 'The report is ready.',
      });

    const once = await dealt(SENDS, (node) => send(node, admin, { 'idempotency-key': 'one' }));
    const sent = once.filter(({ status }) => status === 200);
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent.map(({ body }) => body.message_id)).size).toBe(1);
    expect(outcomes(once).slice(1)).toEqual(sent.length === SENDS ? [] : ['IDEMPOTENT_REQUEST_IN_FLIGHT']);
    expect(await sentToday(one, admin)).toBe(1);
    expect((await one.operator(api.listOutbox, { to: 'ann@example.org' })).body.items).toHaveLength(1);

    const boxes = await dealt(12, (node, index) =>
      node.call(admin, api.createMailbox, { name: `box${index}` }),
    );
    expect(outcomes(boxes)).toEqual([4, 'TIER_LIMIT']);

    await dealt(24, (node) => send(node, admin));
    const rows = await one.daemon.context.store.read
      .selectFrom('messages')
      .select('created_at')
      .orderBy('seq')
      .execute();
    const times = rows.map(({ created_at }) => created_at);
    expect(new Set(times).size).toBe(25);
    expect(times).toEqual(times.toSorted((left, right) => left - right));

    const trial = await createTenant(one, { email: 'trial@example.com', tier: 'sandbox', mailbox: 'trial' });
    const used = { id: trial.accountId, trial_sends_used: 249 };
    await one.operator(api.operatorUpdateAccount, used);
    const toOwner = { from_mailbox: 'trial', to: 'trial@example.com', subject: 'Hi', body: 'A short note.' };
    expect(outcomes(await dealt(12, (node) => node.call(trial.admin, api.send, toOwner)))).toEqual([
      1,
      'SANDBOX_TRIAL_BUDGET_EXHAUSTED',
    ]);
  });
});
