import { parseArgs } from 'node:util';
import { hasPostgres } from '../../support/postgres.ts';
import { crashRuns } from './crash.ts';
import { ENGINES } from './engine.ts';

/**
 * `npm run crash -- --runs N --seed S --store postgres`: kills the built daemon, or the server of its
 * database, N times and checks it after each.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, store: { type: 'string' } },
});
const seed = Number(values.seed ?? 1);
const say = (text: string) => process.stdout.write(`${text}\n`);
const engine = ENGINES.find((name) => name === (values.store ?? 'sqlite'));
if (!engine || (engine === 'postgres' && !hasPostgres())) {
  say(engine ? 'no PostgreSQL for this system' : `--store takes ${ENGINES.join(' or ')}`);
  process.exit(2);
}
const report = await crashRuns({ seed, runs: Number(values.runs ?? 1000), engine, progress: say });
say(`seed ${seed}, ${engine}, kills ${report.runs}, violations ${report.violations.length}`);
say(JSON.stringify({ victims: report.victims, moments: report.kills }));
process.exit(report.violations.length === 0 ? 0 : 1);
