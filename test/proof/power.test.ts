import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { powerCuts } from './power/cuts.ts';

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
if (!hasStrace)
  process.stderr.write('SKIPPED: there is no strace here, so no power is cut (.ci/packages.sh)\n');

/** `npm run powerloss` does this for as long as it is told. */
it.skipIf(!hasStrace)(
  'a power cut loses nothing that was acknowledged, whatever the disk had not been told to keep',
  { timeout: 120_000 },
  async () => {
    const { violations, facts } = await powerCuts(3, 24);
    expect(violations).toEqual([]);
    expect(facts).toBeGreaterThan(50);
  },
);
