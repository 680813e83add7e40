import type { Scan } from '../../shared/contract/scan.ts';
import type { ScanFileReport } from '../../shared/contract/scan-file.ts';
import type { InboundResult, ScanResult } from './tasks.ts';

/** What stands in for an analysis that did not end: fail closed, hold the message for a person. */
export function incompleteScan(reason: string): ScanResult {
  const scan: Scan = {
    verdict: 'quarantined',
    categories: [{ category: 'scan_incomplete', decision: 'quarantine' }],
    findings: [
      {
        category: 'scan_incomplete',
        decision: 'quarantine',
        reason,
        failure_class: 'inference_error',
        agent_instructions: ['Wait for a person: the message could not be scanned in full.'],
      },
    ],
  };
  return { scan, piiSpans: null, htmlText: null, linkDomains: [] };
}

/** The same for texts of the attachments at these indexes. */
export function incompleteTexts(reason: string, indexes: readonly number[]): Scan {
  const { scan } = incompleteScan(reason);
  return {
    ...scan,
    findings: indexes.flatMap((index) =>
      scan.findings.map((finding) => ({ ...finding, attachment_index: index })),
    ),
  };
}

export function incompleteInbound(reason: string): InboundResult {
  return { ...incompleteScan(reason), text: null, html: null, attachments: [], milliseconds: 0 };
}

/** The same for a message of no mailbox. */
export function incompleteExamination(
  direction: ScanFileReport['direction'],
  reason: string,
): ScanFileReport {
  const { scan } = incompleteScan(reason);
  const origin = { scanner: 'engine', rule: 'scan-incomplete', severity: 'high' as const };
  return {
    direction,
    subject: '',
    ...scan,
    findings: scan.findings.map((finding) => ({ ...finding, ...origin, places: [] })),
    attachments: [],
  };
}
