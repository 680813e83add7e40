import { parseArgs } from 'node:util';
import { hasPostgres } from '../../support/postgres.ts';
import { attackClusters, takeoverFigures } from './cluster.ts';
import { FAULT_KINDS } from './faults.ts';
import { proveKeys } from './keys-run.ts';
import { GOALS } from './strikes.ts';

const USAGE = `npm run cluster -- [options]

Attacks three nodes of the built daemon on one PostgreSQL until one of the limits is reached.

  --seed S                  of the first cluster; the next one has the next seed (1)
  --rounds N                limit: rounds, one fault each (100 without another limit)
  --minutes M               limit: time after which no round begins
  --kills K --stops P --cuts C
                            limit: goals of kills of nodes, stops of PostgreSQL and cut links;
                            faults for those that aren't reached strike, and no others
  --fault F                 one of the faults to choose from; repeat it for several (all)
  --term T                  seconds until others take over; several are those of one cluster
                            after the other (6, 6, 30)
  --rounds-per-cluster R    rounds before a cluster is checked for the last time (${FAULT_KINDS.length})

--keys N instead sends 200 messages with one idempotency key at three nodes at once, N times.

Faults: ${FAULT_KINDS.join(', ')}`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    ...{ seed: text, rounds: text, minutes: text, 'rounds-per-cluster': text, keys: text },
    ...{ kills: text, stops: text, cuts: text },
    term: { type: 'string', multiple: true },
    fault: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const kinds = FAULT_KINDS.filter((kind) => values.fault?.includes(kind) ?? true);
const goals = GOALS.filter((goal) => values[goal] !== undefined);
const isUnclear = kinds.length < (values.fault?.length ?? 0) || (goals.length > 0 && values.fault);
if (values.help || isUnclear || !hasPostgres()) {
  say(hasPostgres() || values.help ? USAGE : 'no PostgreSQL for this system');
  process.exit(values.help ? 0 : 2);
}
if (values.keys !== undefined) process.exit((await proveKeys(Number(values.keys), say)) === 0 ? 0 : 1);

/** Most of the faults need no long term, and so more rounds fit into the time. */
const [first = 6, ...others] = values.term?.map(Number) ?? [6, 6, 30];
const seed = Number(values.seed ?? 1);
const isLimited = values.minutes !== undefined || goals.length > 0;
const rounds = values.rounds ?? (isLimited ? undefined : 100);
const report = await attackClusters({
  seed,
  terms: [first, ...others],
  kinds,
  ...(rounds !== undefined && { rounds: Number(rounds) }),
  ...(values.minutes !== undefined && { time: Number(values.minutes) * 60_000 }),
  ...(values['rounds-per-cluster'] && { roundsPerCluster: Number(values['rounds-per-cluster']) }),
  ...(goals.length > 0 && { goals: Object.fromEntries(goals.map((goal) => [goal, Number(values[goal])])) }),
  progress: say,
});
const { violations, takeovers, strikes } = report;
say(`seed ${seed}, violations ${violations.length}, ${takeoverFigures(takeovers)}`);
say(JSON.stringify({ rounds: report.rounds, strikes }));
process.exit(violations.length === 0 ? 0 : 1);
