import { expect, test } from 'vitest';
import { grouped } from '../../../cli/output/views/numbers.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [10_000, '10,000'],
  [123_456_789, '123,456,789'],
])('%d is written as %s', (value, written) => {
  expect(grouped(value)).toBe(written);
});
