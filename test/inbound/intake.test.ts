import { describe, expect, it } from 'vitest';
import { Intake } from '../../daemon/inbound/intake.ts';
import { SystemClock } from '../../daemon/system/clock.ts';
import { createLog } from '../../daemon/system/log.ts';

const BURST = 40;

function line() {
  const clock = new SystemClock({ settable: true, frozenAt: Date.UTC(2030, 0, 1) });
  const taken: string[] = [];
  const intake = new Intake({
    process: async (ids) => {
      taken.push(...ids);
    },
    parallel: 2,
    stopping: new AbortController().signal,
    clock,
    log: createLog('silent', process.stderr),
  });
  return { clock, intake, taken };
}

describe('the line of accepted messages', () => {
  it('takes up at once what comes in singly', () => {
    const { intake, taken } = line();
    intake.add('a');
    expect(taken).toEqual(['a']);
  });

  it('lets a burst come in first and goes on when it is over', async () => {
    const { clock, intake, taken } = line();
    for (let index = 0; index < BURST; index++) intake.add(`m${index}`);
    expect(taken.length).toBeLessThan(BURST);
    expect(intake.depth).toBeGreaterThan(0);
    clock.moveTo(clock.now() + 50);
    await intake.idle();
    expect(taken).toHaveLength(BURST);
  });

  it('keeps nothing waiting for longer than a second, however long the burst is', async () => {
    const { clock, intake, taken } = line();
    const added = new Map<string, number>();
    const late: string[] = [];
    for (let step = 0; step < 300; step++) {
      const id = `m${step}`;
      added.set(id, clock.now());
      intake.add(id);
      clock.moveTo(clock.now() + 5);
      await new Promise(setImmediate);
      for (const [waiting, since] of added) {
        if (taken.includes(waiting)) added.delete(waiting);
        else if (clock.now() - since > 1100) late.push(waiting);
      }
    }
    expect(late).toEqual([]);
  });

  it('works through a burst without delay when somebody waits for the end', async () => {
    const { intake, taken } = line();
    for (let index = 0; index < BURST; index++) intake.add(`m${index}`);
    await intake.idle();
    expect(taken).toHaveLength(BURST);
  });
});
