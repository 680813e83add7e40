import { describe, expect, it } from 'vitest';
import { OutboundBatches } from '../../../daemon/content/analysis/outbound-batches.ts';
import { TaskScheduler } from '../../../daemon/content/analysis/task-scheduler.ts';
import type { OutboundTask, ScanResult } from '../../../daemon/content/analysis/tasks.ts';

/** One thread; a batch ends when the test says so. */
function scene() {
  const turns = new TaskScheduler({ all: 2, small: 1, large: 1 });
  const batches: string[][] = [];
  let end = (): void => undefined;
  const outbound = new OutboundBatches({
    parallel: 1,
    acquire: () => turns.take('outbound', 'small'),
    scan: async (tasks) => {
      batches.push(tasks.map(({ subject }) => subject));
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return tasks.map(({ subject }) => ({ scan: subject }) as unknown as ScanResult);
    },
  });
  const tick = () => new Promise(setImmediate);
  return {
    batches,
    turns,
    tick,
    scan: (subject: string, { account = 'a', characters = 10 } = {}) =>
      outbound.scan({ subject, text: 'x'.repeat(characters), html: null } as OutboundTask, account),
    endBatch: async () => {
      end();
      // The results, the next turn of the event loop, and the thread.
      for (let turn = 0; turn < 3; turn++) await tick();
    },
  };
}

describe('outgoing messages on their way to a thread', () => {
  it('go together while the thread is busy, eight at most, and get their own results', async () => {
    const { scan, batches, tick, endBatch } = scene();
    const results = Array.from({ length: 3 }, (_, index) => scan(`first ${index}`));
    await tick();
    const later = Array.from({ length: 10 }, (_, index) => scan(`later ${index}`));
    await endBatch();
    await endBatch();
    expect(batches.map((batch) => batch.length)).toEqual([3, 8, 2]);
    await endBatch();
    expect(await Promise.all([...results, ...later])).toEqual(
      batches.flat().map((subject) => ({ scan: subject })),
    );
  });

  it('take turns by account', async () => {
    const { scan, batches, tick, endBatch } = scene();
    void scan('busy');
    await tick();
    for (let index = 0; index < 20; index++) void scan(`flood ${index}`, { account: 'flood' });
    void scan('calm', { account: 'calm' });
    await endBatch();
    expect(batches[1]).toContain('calm');
  });

  it('travel alone when they are long', async () => {
    const { scan, batches, tick, endBatch } = scene();
    void scan('busy');
    await tick();
    void scan('short');
    void scan('long', { characters: 100_000 });
    void scan('short too');
    for (let batch = 0; batch < 3; batch++) await endBatch();
    expect(batches).toEqual([['busy'], ['short'], ['long'], ['short too']]);
  });

  it('leave the thread to other tasks between batches', async () => {
    const { scan, batches, turns, tick, endBatch } = scene();
    void scan('busy');
    await tick();
    const order: string[] = [];
    void turns.take('inbound', 'small').then((release) => {
      order.push(`inbound after ${batches.length}`);
      release();
    });
    for (let index = 0; index < 9; index++) void scan(`waiting ${index}`);
    await endBatch();
    expect(order).toEqual(['inbound after 1']);
  });
});
