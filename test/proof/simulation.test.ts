import { expect, it } from 'vitest';
import { simulate } from './simulation/simulate.ts';

/** `npm run simulate` does this for hours. */
it('a simulated world agrees with the model after every step, and a seed plays the same again', async () => {
  const first = await simulate(5, 25);
  expect(first.violations).toEqual([]);
  expect(await simulate(5, 25)).toEqual(first);
});
