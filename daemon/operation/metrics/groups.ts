import { Counter, Histogram, type Registry } from 'prom-client';
import type { GroupObserver } from '../../platform/store/group-observer.ts';

/** Transactions in a group, at most 64. */
const SIZES = [1, 2, 4, 8, 16, 32, 64];
/** Seconds, up to the timeout of a lock. */
const WAITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 5];

/** Measures the groups in which PostgreSQL commits transactions; SQLite leaves these metrics empty. */
export function measureGroups(registry: Registry): GroupObserver {
  const registers = [registry];
  const sizes = new Histogram({
    name: 'agentmail_commit_group_transactions',
    help: 'Transactions that one commit on PostgreSQL made durable.',
    buckets: SIZES,
    registers,
  });
  const waits = new Histogram({
    name: 'agentmail_lock_wait_seconds',
    help: 'Time until a group of transactions on PostgreSQL had the locks of its accounts, in seconds.',
    buckets: WAITS,
    registers,
  });
  const repeated = new Counter({
    name: 'agentmail_transactions_repeated_total',
    help: 'Transactions that ran again because their group on PostgreSQL was rolled back.',
    registers,
  });
  const decided = new Counter({
    name: 'agentmail_undecided_commits_total',
    help: 'Commits without an answer from PostgreSQL, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  // Prometheus sees no increase in a series whose first value is the first decision.
  for (const outcome of ['committed', 'rolled_back', 'unknown']) decided.inc({ outcome }, 0);
  return {
    locked: (milliseconds) => waits.observe(milliseconds / 1000),
    committed: (transactions) => sizes.observe(transactions),
    repeated: (transactions) => repeated.inc(transactions),
    decided: (outcome) => decided.inc({ outcome }),
  };
}
