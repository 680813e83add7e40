import type { Scan, ScanFinding } from '../../../shared/contract/scan.ts';
import type { ExtractedText, FailureCode } from '../extract/outcome.ts';

/** What an attachment's preview came to. */
export type PreviewOutcome =
  /** Nobody has got to it yet; it is read later. */
  | { readonly status: 'pending' }
  | { readonly status: 'ready'; readonly extracted: ExtractedText }
  /** Its text, or the attachment itself, may not be read. */
  | { readonly status: 'blocked'; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: FailureCode | 'scan_incomplete' | 'source_missing' };

const REJECTS: readonly string[] = ['quarantine', 'block'];

/** What the scan of the text of one attachment makes of its preview. */
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
