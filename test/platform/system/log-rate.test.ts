import { expect, test } from 'vitest';
import { LineRate } from '../../../daemon/platform/system/log-rate.ts';

test('ten lines of a kind pass in a window, the others are counted and told when it ends', () => {
  const ends: (() => void)[] = [];
  const rate = new LineRate((end) => ends.push(end));
  const told: number[] = [];
  const tell = (suppressed: number) => told.push(suppressed);
  const permitted = Array.from({ length: 25 }, () => rate.permits('session ended', tell));
  expect(permitted.filter(Boolean)).toHaveLength(10);
  expect(rate.permits('another kind', tell)).toBe(true);
  for (const end of ends.splice(0)) end();
  expect(told).toEqual([15]);
  expect(rate.permits('session ended', tell)).toBe(true);
  for (const end of ends) end();
  expect(told).toEqual([15]);
});
