import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as api from '../../support/api.ts';
import { launch } from '../../support/service.ts';
import { Campaign } from './campaign.ts';

/**
 * `npm run fuzz -- --seed N --minutes M`: rounds over all endpoints until the time is up; ends with 1 on
 * violations.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
    /** Endpoints whose id has this in it. */
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '1000000' },
  },
});
const until = performance.now() + Number(values.minutes) * 60_000;
const service = await launch();
const campaign = new Campaign(service, Number(values.seed));
const { outcome } = campaign;
let told = 0;
for (let round = 0; round < Number(values.rounds) && performance.now() < until; round++) {
  await campaign.round(round, ({ id }) => id.includes(values.only));
  for (const violation of outcome.violations.slice(told))
    process.stdout.write(`${JSON.stringify(violation)}\n`);
  told = outcome.violations.length;
}
const integrity = await service.operator(api.checkIntegrity);
const { requests, refused, reached, violations, slowestMs, slowest } = outcome;
process.stdout.write(
  `${JSON.stringify({
    seed: Number(values.seed),
    requests,
    refused,
    endpoints_reached: reached.size,
    slowest_ms: Math.round(slowestMs),
    slowest,
    resident_mb: Math.round(process.memoryUsage().rss / 1e6),
    integrity_problems: integrity.body.problems.length,
    violations: violations.length,
  })}\n`,
);
await service.stop();
rmSync(service.home, { recursive: true, force: true });
process.exitCode = violations.length + integrity.body.problems.length === 0 ? 0 : 1;
