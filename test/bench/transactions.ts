import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../daemon/platform/store/engine.ts';
import { SystemClock } from '../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../daemon/platform/system/random.ts';
import { type Figure, inTurn } from './report.ts';

const TRANSACTIONS = 2000;
const CASES = [
  { callers: 16, atLeast: 3 },
  { callers: 64, atLeast: 4 },
];

/** A store that does nothing but commit small rows: the floor under everything that has to be durable. */
export interface Floor {
  /** Durable transactions per second of so many callers. */
  rate(callers: number): Promise<number>;
  close(): Promise<void>;
}

export async function openFloor(): Promise<Floor> {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const store = await openStore({
    home,
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: (error) => {
      throw error;
    },
  });
  const rate = async (callers: number): Promise<number> => {
    let left = TRANSACTIONS;
    const started = performance.now();
    const caller = async (): Promise<void> => {
      while (left-- > 0) {
        await store.write('none', (transaction) =>
          transaction.db
            .insertInto('settings')
            .values({ name: systemRandom.id(1), value: '"some value of ordinary length"' })
            .execute(),
        );
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return TRANSACTIONS / ((performance.now() - started) / 1000);
  };
  await rate(8);
  return {
    rate,
    async close() {
      await store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Durable transactions per second of many callers, against one caller who pays for each commit alone. */
export async function benchTransactions(rounds: number): Promise<Figure[]> {
  const floor = await openFloor();
  const figures: Figure[] = [];
  for (const { callers, atLeast } of CASES) {
    const result = await inTurn(
      rounds,
      () => floor.rate(callers),
      () => floor.rate(1),
    );
    figures.push({
      name: `transactions, ${callers} at once, synchronous=FULL`,
      value: result.ratio,
      unit: 'x',
      goal: { atLeast },
      detail: `${Math.round(result.ours)}/s, one commit each ${Math.round(result.reference)}/s`,
    });
  }
  await floor.close();
  return figures;
}
