import { expect, it, onTestFinished } from 'vitest';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres, hasPostgresPrograms } from '../support/postgres.ts';
import { launch } from '../support/service.ts';
import { crashRuns } from './crash/crash.ts';
import { Campaign } from './fuzz/campaign.ts';
import { fuzzMessages } from './mime/fuzz.ts';
import { moveThereAndBack } from './move/move.ts';
import { simulate } from './simulation/simulate.ts';

/** Proofs that have a short form in `npm test`, for longer. */

it('a daemon that is killed twenty times keeps what it acknowledged', async () => {
  const { violations } = await crashRuns({ seed: 70, runs: 20 });
  expect(violations).toEqual([]);
});

it('a daemon on postgresql keeps what it acknowledged when either of them is killed', {
  ...needsPrograms({ postgresql: hasPostgresPrograms() }),
}, async () => {
  const { violations } = await crashRuns({ seed: 80, runs: 12, engine: 'postgres' });
  expect(violations).toEqual([]);
});

it('a home is the same after it was moved to postgresql and back, and the program killed on the way', {
  ...needsPrograms({ postgresql: hasPostgres() }),
}, async () => {
  expect(await moveThereAndBack({ messages: 2000, seed: 12, kills: 2 })).toEqual([]);
});

it('hostile requests to every endpoint get no 500 and change nothing when they are refused', async () => {
  const service = await launch({ isSingle: true });
  onTestFinished(() => service.stop());
  const campaign = new Campaign(service, 2);
  for (let round = 0; round < 4; round++) await campaign.round(round);
  expect(campaign.outcome.violations).toEqual([]);
});

it('a thousand mutated messages break nothing', async () => {
  const { violations } = await fuzzMessages(12, 1000);
  expect(violations).toEqual([]);
});

it('a simulated world agrees with the model for 250 steps', async () => {
  expect((await simulate(6, 250)).violations).toEqual([]);
});
