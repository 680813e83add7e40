import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { needsPrograms } from '../support/needs.ts';
import { powerCuts } from './power/cuts.ts';

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** `npm run powerloss` does this for as long as it is told. */
it('a power cut loses nothing that was acknowledged, whatever the disk had not been told to keep', {
  ...needsPrograms({ strace: hasStrace }),
}, async () => {
  const { violations, facts } = await powerCuts(3, 24);
  expect(violations).toEqual([]);
  expect(facts).toBeGreaterThan(50);
});
