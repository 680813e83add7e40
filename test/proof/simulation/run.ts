import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

/** `npm run simulate -- --seed N --steps M`: the daemon against a model of it, in a simulated world. */
const { values } = parseArgs({ options: { seed: { type: 'string' }, steps: { type: 'string' } } });
const say = (text: string) => process.stdout.write(`${text}\n`);
const seed = Number(values.seed ?? 1);
const { violations, ...figures } = await simulate(seed, Number(values.steps ?? 5000), say);
say(`seed ${seed}, ${JSON.stringify(figures)}, violations ${violations.length}`);
for (const violation of violations.slice(0, 20)) say(violation);
process.exit(violations.length === 0 ? 0 : 1);
