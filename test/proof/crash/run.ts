import { parseArgs } from 'node:util';
import { crashRuns } from './crash.ts';

/**
 * `npm run crash -- --runs N --seed S`: kills the built daemon N times and checks it after each.
 */
const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? 1);
const say = (text: string) => process.stdout.write(`${text}\n`);
const report = await crashRuns(seed, Number(values.runs ?? 1000), say);
say(`seed ${seed}, kills ${report.runs}, violations ${report.violations.length}`);
say(JSON.stringify(report.kills));
process.exit(report.violations.length === 0 ? 0 : 1);
