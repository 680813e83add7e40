import { describe, expect, test } from 'vitest';
import { whenGroupIsReady } from '../../../daemon/platform/store/sqlite/commit-timing.ts';

/**
 * Turns of the event loop as a script: how many milliseconds each takes, and how many transactions it brings.
 */
async function grouped(...turns: readonly { readonly lasts: number; readonly brings: number }[]) {
  const script = [...turns];
  let time = 0;
  let waiting = 0;
  let ended = 0;
  const turn = (): void => {
    const next = script.shift();
    if (!next) return;
    time += next.lasts;
    waiting += next.brings;
  };
  await new Promise<void>((resolve) => {
    whenGroupIsReady(
      () => {
        ended++;
        turn();
        return waiting;
      },
      resolve,
      () => time,
    );
  });
  return { turns: ended, transactions: waiting };
}

const busy = (brings: number) => ({ lasts: 2, brings });
const idle = (brings: number) => ({ lasts: 0.01, brings });

describe('grouping transactions for a commit', () => {
  test('commits after one turn when the loop is idle', async () => {
    expect(await grouped(idle(1), busy(1))).toEqual({ turns: 1, transactions: 1 });
    expect(await grouped(idle(5), busy(1))).toEqual({ turns: 1, transactions: 5 });
  });

  test('waits while turns are busy and bring more', async () => {
    expect(await grouped(busy(1), busy(1), busy(1), busy(0), busy(1))).toEqual({
      turns: 4,
      transactions: 3,
    });
    expect(await grouped(busy(1), busy(2), idle(1), busy(1))).toEqual({ turns: 3, transactions: 4 });
  });

  test('commits a full group', async () => {
    expect(await grouped(busy(4), busy(4), busy(4))).toEqual({ turns: 2, transactions: 8 });
    expect(await grouped(busy(20), busy(4))).toEqual({ turns: 1, transactions: 20 });
  });

  test('never keeps the first one waiting for more than a few busy turns', async () => {
    const turns = Array.from({ length: 7 }, () => busy(1));
    expect(await grouped(...turns)).toEqual({ turns: 5, transactions: 5 });
  });
});
