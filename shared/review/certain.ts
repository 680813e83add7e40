import type { Scan } from '../contract/scan.ts';
import { HOLD_REASONS } from '../hold-reasons.ts';

/** Attacks that a rule or a signature can prove. */
const ATTACKS: ReadonlySet<string> = new Set(['prompt_injection', 'function_call_risk', 'malware']);
const HOLDING: ReadonlySet<string> = new Set(['quarantine', 'block']);

/**
 * Sentences about the attacks that the scan proved. Findings of a model have a `failure_class`, and are its
 * judgment only; those of a rule have none.
 */
export function provenAttacks(scan: Pick<Scan, 'findings'> | null): string[] {
  const proven = (scan?.findings ?? []).filter(
    ({ category, decision, failure_class: judged }) =>
      ATTACKS.has(category) && HOLDING.has(decision) && judged === undefined,
  );
  const codes = new Set(proven.map(({ category }) => `scan:${category}`));
  return [...codes].map((code) => HOLD_REASONS[code] ?? code);
}
