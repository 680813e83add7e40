import { parseArgs } from 'node:util';
import { torture } from './torture.ts';

/** `npm run torture -- --rounds N --scale N`: attacks the SMTP listener of the built daemon. */
const { values } = parseArgs({ options: { rounds: { type: 'string' }, scale: { type: 'string' } } });
const rounds = Number(values.rounds ?? 5);
const scale = Number(values.scale ?? 5);
const { violations, figures } = await torture({ rounds, scale });
for (const [name, { served, longest, memory, handles }] of Object.entries(figures)) {
  process.stdout.write(
    `${name}: ordinary client served ${served}, longest wait ${longest} ms; ${memory} MB, ${handles} handles\n`,
  );
}
process.stdout.write(`rounds ${rounds}, scale ${scale}, violations ${violations.length}\n`);
for (const violation of violations) process.stdout.write(`${violation}\n`);
process.exit(violations.length === 0 ? 0 : 1);
