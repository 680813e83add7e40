import { parseArgs } from 'node:util';
import { fuzzMessages } from './fuzz.ts';

/** `npm run fuzz:mail -- --messages N --seed S`: mutated messages through a whole daemon. */
const { values } = parseArgs({ options: { messages: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? 1);
const { violations, ...figures } = await fuzzMessages(seed, Number(values.messages ?? 5000));
process.stdout.write(`seed ${seed}, ${JSON.stringify(figures)}, violations ${violations.length}\n`);
for (const violation of violations.slice(0, 40)) process.stdout.write(`${violation}\n`);
process.exit(violations.length === 0 ? 0 : 1);
