import { parseArgs } from 'node:util';
import { powerCuts } from './cuts.ts';

/** `npm run powerloss -- --cuts N --seed S`: cuts the power N times in recorded runs of the built daemon. */
const { values } = parseArgs({ options: { cuts: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? 1);
const cuts = Number(values.cuts ?? 1000);
const { calls, facts, violations } = await powerCuts(seed, cuts);
process.stdout.write(
  `seed ${seed}, cuts ${cuts} in a run of ${calls} calls that said ${facts} things, violations ${violations.length}\n`,
);
for (const violation of violations.slice(0, 50)) process.stdout.write(`${violation}\n`);
process.exit(violations.length === 0 ? 0 : 1);
