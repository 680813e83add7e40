import { parseArgs } from 'node:util';
import { hasPostgres } from '../../support/postgres.ts';
import { moveThereAndBack } from './move.ts';

/**
 * `npm run move -- --messages N --kills K --seed S`: moves a home with N messages to PostgreSQL and back, and
 * kills the program K times on each way.
 */
const { values } = parseArgs({
  options: { messages: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string' } },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
if (!hasPostgres()) {
  say('no PostgreSQL for this system');
  process.exit(2);
}
const problems = await moveThereAndBack({
  messages: Number(values.messages ?? 100_000),
  kills: Number(values.kills ?? 3),
  seed: Number(values.seed ?? 1),
  progress: say,
});
for (const problem of problems) say(problem);
say(`violations ${problems.length}`);
process.exit(problems.length === 0 ? 0 : 1);
