import type { ScanContext } from '../types.ts';

/** Whether the mailbox lets a scanner run. */
export function scannerEnabled(context: ScanContext, scanner: string): boolean {
  return !context.policy.disabledScanners.has(scanner);
}

/** Whether the mailbox lets a criterion decide. */
export function criterionEnabled(context: ScanContext, criterion: string): boolean {
  return !context.policy.disabledCriteria.has(criterion);
}
