import { sql } from 'kysely';
import { type CheckFinding, ok, skipped } from '../../../system/checks.ts';
import { SECOND } from '../../../system/clock.ts';
import type { ServerFacts } from './facts.ts';

/** Milliseconds from which a difference between clocks is reported. */
const APART = 2 * SECOND;

/** The difference between this machine's clock and the server's. */
export async function checkClock({ db, clock }: Pick<ServerFacts, 'db' | 'clock'>): Promise<CheckFinding> {
  if (clock.settable) return skipped('the daemon runs with a test clock');
  const asked = clock.now();
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  // The server read its clock at some moment in between.
  const difference = (rows[0]?.now ?? 0) - (asked + clock.now()) / 2;
  const seconds = (Math.abs(difference) / SECOND).toFixed(1);
  if (Math.abs(difference) < APART) return ok(`${seconds} s from this machine's`);
  return {
    severity: 'warning',
    message: `${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} this machine's`,
    remedy: 'synchronize the clocks of both machines by NTP',
  };
}
