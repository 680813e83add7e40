import type { Scan } from '../../../shared/contract/scan.ts';
import type { ScanFileReport } from '../../../shared/contract/scan-file.ts';
import type { InboundResult, ScanResult } from './tasks.ts';

/** Result of an analysis that didn't end. It fails closed: a person decides about the message. */
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
        agent_instructions: ["Wait for a person's decision. The message couldn't be scanned completely."],
      },
    ],
  };
  return { scan, piiSpans: null, htmlText: null, linkDomains: [], injectionMargin: null };
}

/** As `incompleteScan`, for the texts of the attachments at these indexes. */
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

/** As `incompleteScan`, for a message without a mailbox. */
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
