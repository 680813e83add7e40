import { describe, expect, test } from 'vitest';
import { gather } from '../../daemon/store/gathering.ts';

/**
 * Turns of the event loop as a script: how many milliseconds each takes, and how many transactions it brings.
 */
async function gathered(...turns: readonly { readonly lasts: number; readonly brings: number }[]) {
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
    gather(
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

describe('gathering transactions for a commit', () => {
  test('takes what a turn brings when there is nothing else to do', async () => {
    expect(await gathered(idle(1), busy(1))).toEqual({ turns: 1, transactions: 1 });
    expect(await gathered(idle(5), busy(1))).toEqual({ turns: 1, transactions: 5 });
  });

  test('goes on while turns are busy and bring more', async () => {
    expect(await gathered(busy(1), busy(1), busy(1), busy(0), busy(1))).toEqual({
      turns: 4,
      transactions: 3,
    });
    expect(await gathered(busy(1), busy(2), idle(1), busy(1))).toEqual({ turns: 3, transactions: 4 });
  });

  test('ends when there are enough', async () => {
    expect(await gathered(busy(4), busy(4), busy(4))).toEqual({ turns: 2, transactions: 8 });
    expect(await gathered(busy(20), busy(4))).toEqual({ turns: 1, transactions: 20 });
  });

  test('never keeps the first one waiting for more than a few busy turns', async () => {
    const turns = Array.from({ length: 7 }, () => busy(1));
    expect(await gathered(...turns)).toEqual({ turns: 5, transactions: 5 });
  });
});
