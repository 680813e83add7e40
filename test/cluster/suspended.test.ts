import { describe, expect, it } from 'vitest';
import { MINUTE, SystemClock } from '../../daemon/platform/system/clock.ts';
import * as api from '../support/api.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';

describe('a node whose machine was suspended', needsPrograms({ postgresql: hasPostgres() }), () => {
  const scene = async () => {
    const machine = { ahead: 0 };
    const clock = new SystemClock({ timeOfDay: () => Date.now() + machine.ahead, lookEvery: 20 });
    const { nodes } = await startCluster(1, { clock, config: { nodeTerm: 10 * MINUTE } });
    const [one] = nodes as [TestNode];
    const trust: boolean[] = [];
    one.daemon.context.store.cluster.watch({ trustChanged: (isTrusted) => trust.push(isTrusted) });
    return { machine, one, trust };
  };
  const readiness = async (node: TestNode) => (await node.call(null, api.getReadiness)).status;

  it('works again once it has reached the database', async () => {
    const { machine, one, trust } = await scene();
    machine.ahead = 7 * MINUTE;
    await expect.poll(() => trust).toEqual([false, true]);
    expect(await readiness(one)).toBe(200);
  });

  it('does no work before, though its monotonic clock stood still', async () => {
    const { machine, one } = await scene();
    one.link.cut();
    machine.ahead = 7 * MINUTE;
    await expect.poll(() => readiness(one)).toBe(503);
  });

  it('keeps its trust when that was short, or the time of day was set back', async () => {
    const { machine, one, trust } = await scene();
    const { cluster } = one.daemon.context.store;
    for (const ahead of [-10 * MINUTE, -4 * MINUTE]) {
      const stepped = new Promise<number>((resolve) => one.clock.onStep(resolve));
      machine.ahead = ahead;
      await stepped;
    }
    expect([trust, cluster.isTrusted]).toEqual([[], true]);
  });
});
