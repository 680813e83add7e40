import { expect, it } from 'vitest';
import { BoundedQueue } from '../../../daemon/platform/system/bounded-queue.ts';

it('runs few at once, lets some wait in order, refuses the rest, and goes on after a failure', async () => {
  const queue = new BoundedQueue({ parallel: 2, waiting: 3 });
  const started: number[] = [];
  const gates = Array.from({ length: 7 }, () => Promise.withResolvers<void>());
  const results = gates.map((gate, number) =>
    queue.run(async () => {
      started.push(number);
      await gate.promise;
      return number;
    }),
  );
  expect(results.map((result) => result === null)).toEqual([false, false, false, false, false, true, true]);
  expect(started).toEqual([0, 1]);
  gates[1]?.reject(new Error('failed'));
  await expect(results[1]).rejects.toThrow('failed');
  expect(started).toEqual([0, 1, 2]);
  expect(queue.run(async () => 9)).not.toBeNull();
  expect(queue.run(async () => 9)).toBeNull();
  for (const gate of gates) gate.resolve();
  expect(await Promise.all([results[0], ...results.slice(2, 5)])).toEqual([0, 2, 3, 4]);
  expect(await queue.run(async () => 10)).toBe(10);
});
