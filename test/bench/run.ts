import { benchArrivals } from './arrivals.ts';
import { benchCli } from './cli.ts';
import { benchCluster } from './cluster.ts';
import { benchCost } from './cost.ts';
import { benchLists } from './lists.ts';
import { benchMcp } from './mcp.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { benchPairs } from './pairs.ts';
import { benchPeers } from './peers.ts';
import { benchPreviews } from './previews.ts';
import { benchRead } from './read.ts';
import { benchReading } from './reading.ts';
import { benchRelay } from './relay.ts';
import { type Figure, formatFigure } from './report.ts';
import { benchReview } from './review.ts';
import { benchSends } from './sends.ts';
import { benchSeveral } from './several.ts';
import { benchSmtp } from './smtp.ts';
import { benchStart } from './start.ts';
import { benchStore } from './store.ts';
import { benchTransactions } from './transactions.ts';
import { benchWait } from './wait.ts';
import { benchWave } from './wave.ts';
import { benchWebhooks } from './webhooks.ts';

/** `npm run bench [NAME …]`: ratios against references that are measured in the same run. */
const BENCHES: Readonly<Record<string, (rounds: number) => Promise<Figure[]>>> = {
  transactions: benchTransactions,
  read: benchRead,
  mcp: benchMcp,
  reading: benchReading,
  wait: benchWait,
  wave: benchWave,
  sends: benchSends,
  several: benchSeveral,
  pairs: benchPairs,
  cost: benchCost,
  relay: benchRelay,
  lists: benchLists,
  smtp: benchSmtp,
  arrivals: benchArrivals,
  webhooks: benchWebhooks,
  previews: benchPreviews,
  cli: benchCli,
  start: benchStart,
  store: benchStore,
  review: benchReview,
  page: benchPage,
  memory: benchMemory,
  peers: benchPeers,
  cluster: benchCluster,
};
/** Runs only when it is named: it takes minutes, or needs other programs. */
const LONG = new Set(['pairs', 'cost', 'reading', 'memory', 'peers', 'store', 'cluster']);

const ROUNDS = 5;
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(
    `unknown bench: ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}\n`,
  );
  process.exit(2);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 ? !wanted.includes(name) : LONG.has(name)) continue;
  for (const figure of await bench(ROUNDS)) process.stdout.write(`${formatFigure(figure)}\n`);
}
