import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Store } from '../../daemon/store/store.ts';
import { SystemClock } from '../../daemon/system/clock.ts';
import { systemRandom } from '../../daemon/system/random.ts';
import { type Figure, inTurn } from './report.ts';

const TRANSACTIONS = 2000;
const CASES = [
  { callers: 16, atLeast: 3 },
  { callers: 64, atLeast: 4 },
];

/** Durable transactions per second of many callers, against one caller who pays for each commit alone. */
export async function benchTransactions(rounds: number): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const store = await Store.open({
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
        await store.write((transaction) =>
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
  const figures: Figure[] = [];
  for (const { callers, atLeast } of CASES) {
    const result = await inTurn(
      rounds,
      () => rate(callers),
      () => rate(1),
    );
    figures.push({
      name: `transactions, ${callers} at once, synchronous=FULL`,
      value: result.ratio,
      unit: 'x',
      goal: { atLeast },
      detail: `${Math.round(result.ours)}/s, one commit each ${Math.round(result.reference)}/s`,
    });
  }
  await store.close();
  rmSync(home, { recursive: true, force: true });
  return figures;
}
