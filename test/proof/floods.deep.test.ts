import { expect, it } from 'vitest';
import { flood } from './http/flood.ts';

/** `npm run floods` does this several times over, and prints memory and waits. */
it('an HTTP listener under floods answers ordinary clients, keeps its memory, gives all back, and stops when told', async () => {
  const { violations } = await flood({ rounds: 1, scale: 1 });
  expect(violations).toEqual([]);
});
