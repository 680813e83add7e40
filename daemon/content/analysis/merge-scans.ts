import {
  SCAN_DECISIONS,
  type Scan,
  type ScanCategory,
  type ScanDecision,
  VERDICT_OF_DECISION,
} from '../../../shared/contract/scan.ts';

/** Merges scans of one message: all findings, and the worst decision as the verdict. */
export function mergeScans(scans: readonly Scan[]): Scan {
  const findings = scans.flatMap((scan) => scan.findings);
  const worst = new Map<ScanCategory, ScanDecision>();
  for (const { category, decision } of scans.flatMap((scan) => scan.categories)) {
    worst.set(category, worse(worst.get(category) ?? 'allow', decision));
  }
  const decisions = [...worst.values(), ...findings.map(({ decision }) => decision)];
  return {
    verdict: VERDICT_OF_DECISION[decisions.reduce(worse, 'allow')],
    categories: [...worst].map(([category, decision]) => ({ category, decision })),
    findings,
  };
}

function worse(a: ScanDecision, b: ScanDecision): ScanDecision {
  return SCAN_DECISIONS.indexOf(a) >= SCAN_DECISIONS.indexOf(b) ? a : b;
}
