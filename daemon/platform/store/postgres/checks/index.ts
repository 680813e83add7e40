import type { DaemonCheck } from '../../../../../shared/contract/checks.ts';
import { type Check, runChecks } from '../../../system/checks.ts';
import { checkBucket } from './bucket.ts';
import { checkClock } from './clock.ts';
import { checkConnections } from './connections.ts';
import { checkDurability, checkStandby } from './durability.ts';
import type { ServerFacts } from './facts.ts';
import { checkExtensions, checkServer } from './server.ts';
import { checkSize } from './size.ts';
import { checkTransactions, checkVacuum } from './vacuum.ts';

const SERVER_CHECKS: readonly Check<ServerFacts>[] = [
  { id: 'database_server', title: 'PostgreSQL', look: checkServer },
  { id: 'database_extensions', title: 'Extensions', look: checkExtensions },
  { id: 'database_durability', title: 'Durable commits', look: checkDurability },
  { id: 'database_standby', title: 'Standby', look: checkStandby },
  { id: 'database_connections', title: 'Connections', look: checkConnections },
  { id: 'database_clock', title: 'Clock of the database', look: checkClock },
  { id: 'database_transactions', title: 'Open transactions', look: checkTransactions },
  { id: 'database_vacuum', title: 'Vacuum', look: checkVacuum },
  { id: 'database_size', title: 'Size', look: checkSize },
  { id: 'bucket', title: 'Bucket', look: checkBucket },
];

/** Checks the server of a database: its settings, its load and its upkeep. */
export function checkServerOf(facts: ServerFacts): Promise<DaemonCheck[]> {
  return runChecks(SERVER_CHECKS, facts);
}
