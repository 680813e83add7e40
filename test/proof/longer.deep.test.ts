import { expect, it } from 'vitest';
import { crashRuns } from './crash/crash.ts';
import { fuzzMessages } from './mime/fuzz.ts';
import { simulate } from './simulation/simulate.ts';

/** Proofs that have a short form in `npm test`, ten times as long. */

it('a daemon that is killed twenty times keeps what it acknowledged', async () => {
  const { violations } = await crashRuns(70, 20);
  expect(violations).toEqual([]);
});

it('a thousand mutated messages break nothing', async () => {
  const { violations } = await fuzzMessages(12, 1000);
  expect(violations).toEqual([]);
});

it('a simulated world agrees with the model for 250 steps', async () => {
  expect((await simulate(6, 250)).violations).toEqual([]);
});
