import { expect, it } from 'vitest';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgresPrograms } from '../support/postgres.ts';
import { attackClusters } from './cluster/cluster.ts';
import { FAULT_KINDS } from './cluster/faults.ts';

/** `npm run cluster` does this for hours. */
it('three nodes on one database lose nothing and double nothing, whatever fails', {
  ...needsPrograms({ postgresql: hasPostgresPrograms() }),
  timeout: 3_600_000,
}, async () => {
  // Other tests may keep the machine busy, so takeovers have no limit in time.
  const proof = { seed: 1, rounds: FAULT_KINDS.length, terms: [10], limitsTakeovers: false } as const;
  const { violations } = await attackClusters(proof);
  expect(violations).toEqual([]);
});
