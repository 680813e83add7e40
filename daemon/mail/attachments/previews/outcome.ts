import type { Scan, ScanFinding } from '../../../../shared/contract/scan.ts';
import type { ExtractedText, FailureCode } from '../../../content/extract/outcome.ts';

/** Outcome of an attachment's preview. */
export type PreviewOutcome =
  /** Not extracted yet. */
  | { readonly status: 'pending' }
  | { readonly status: 'ready'; readonly extracted: ExtractedText }
  /** The text or the attachment itself may not be read. */
  | { readonly status: 'blocked'; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: FailureCode | 'scan_incomplete' | 'source_missing' };

const REJECTS: readonly string[] = ['quarantine', 'block'];

/** Turns the findings about an extracted text into the outcome of its preview. */
export function outcomeOfText(extracted: ExtractedText, findings: readonly ScanFinding[]): PreviewOutcome {
  const rejection = findings.find(({ decision }) => REJECTS.includes(decision));
  if (!rejection) return { status: 'ready', extracted };
  if (rejection.category === 'scan_incomplete') return { status: 'failed', reason: 'scan_incomplete' };
  return { status: 'blocked', reason: rejection.category };
}

/** Findings about the text of the attachment at this index. */
export function findingsAbout(scan: Scan, index: number): ScanFinding[] {
  return scan.findings.filter((finding) => finding.attachment_index === index);
}
