import { parseArgs } from 'node:util';
import { hasPostgres } from '../../support/postgres.ts';
import { attackClusters, takeoverFigures } from './cluster.ts';
import { FAULT_KINDS } from './faults.ts';
import { proveKeys } from './keys-run.ts';

/**
 * `npm run cluster -- --rounds N --seed S --minutes M --term T --fault F`: attacks three nodes of the built
 * daemon on one PostgreSQL by all faults or by some. Several terms, in seconds, are those of one cluster
 * after the other.
 *
 * `npm run cluster -- --keys N` instead sends 200 messages with one idempotency key at three nodes at once, N
 * times.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    term: { type: 'string', multiple: true },
    fault: { type: 'string', multiple: true },
    keys: { type: 'string' },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
const kinds = FAULT_KINDS.filter((kind) => values.fault?.includes(kind) ?? true);
if (!hasPostgres() || kinds.length === 0) {
  say(hasPostgres() ? `--fault takes ${FAULT_KINDS.join(', ')}` : 'no PostgreSQL for this system');
  process.exit(2);
}
if (values.keys !== undefined) process.exit((await proveKeys(Number(values.keys), say)) === 0 ? 0 : 1);
/** Most of the faults need no long term, and so more rounds fit into the time. */
const [first = 6, ...others] = values.term?.map(Number) ?? [6, 6, 30];
const seed = Number(values.seed ?? 1);
const report = await attackClusters({
  seed,
  rounds: Number(values.rounds ?? (values.minutes === undefined ? 100 : Number.POSITIVE_INFINITY)),
  ...(values.minutes !== undefined && { time: Number(values.minutes) * 60_000 }),
  terms: [first, ...others],
  kinds,
  progress: say,
});
say(`seed ${seed}, violations ${report.violations.length}, ${takeoverFigures(report.takeovers)}`);
say(JSON.stringify(report.rounds));
process.exit(report.violations.length === 0 ? 0 : 1);
