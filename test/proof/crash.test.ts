import { expect, it } from 'vitest';
import { crashRuns } from './crash/crash.ts';

/** `npm run crash` does this for hours. */
it('a daemon that is killed anywhere keeps what it acknowledged, sends nothing twice and leaves nothing stuck', async () => {
  const { violations } = await crashRuns({ seed: 7, runs: 2 });
  expect(violations).toEqual([]);
});
