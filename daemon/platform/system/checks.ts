import type { DaemonCheck } from '../../../shared/contract/checks.ts';

/** Result of one check. */
export type CheckFinding = Pick<DaemonCheck, 'severity' | 'message'> & {
  /** Advice, if there is something to do. */
  readonly remedy?: string;
};

/** A check of `doctor` that the daemon runs, with the facts that it needs. */
export interface Check<Facts> {
  readonly id: string;
  readonly title: string;
  readonly look: (facts: Facts) => CheckFinding | Promise<CheckFinding>;
}

export const ok = (message: string): CheckFinding => ({ severity: 'ok', message });
export const skipped = (message: string): CheckFinding => ({ severity: 'skipped', message });

/** Runs all checks one after the other, whether or not earlier ones found something. */
export async function runChecks<Facts>(
  checks: readonly Check<Facts>[],
  facts: Facts,
): Promise<DaemonCheck[]> {
  const results: DaemonCheck[] = [];
  for (const { id, title, look } of checks) {
    const { severity, message, remedy = null } = await look(facts);
    results.push({ id, title, severity, message, remedy });
  }
  return results;
}
