import { parseArgs } from 'node:util';
import { flood } from './flood.ts';

/** `npm run floods -- --rounds N --scale N`: floods the HTTP listener of the built daemon. */
const { values } = parseArgs({ options: { rounds: { type: 'string' }, scale: { type: 'string' } } });
const rounds = Number(values.rounds ?? 3);
const scale = Number(values.scale ?? 1);
const { violations, figures } = await flood({ rounds, scale });
for (const line of figures) process.stdout.write(`${line}\n`);
process.stdout.write(`rounds ${rounds}, scale ${scale}, violations ${violations.length}\n`);
for (const violation of violations) process.stdout.write(`${violation}\n`);
process.exit(violations.length === 0 ? 0 : 1);
