import type { Scan } from '../../shared/contract/scan.ts';
import type { AttachmentReport, HtmlTextReport, PiiSpan } from '../scanning/types.ts';
import type { AttachmentsTable } from '../store/schema.ts';
import type { ScanScope } from './scope.ts';
import type { Ticket } from './time-limit.ts';

/** What the analysis threads are asked and what they answer; everything here survives structured cloning. */

export interface AnalysisCall {
  /** Of a task of `analysis.worker.ts`. */
  readonly name: string;
  readonly task: unknown;
  readonly ticket: Ticket;
}

export interface InboundTask {
  /** The bytes, or the path of their file. */
  readonly raw: Uint8Array | string;
  /** Bytes of the message. */
  readonly size: number;
  readonly scope: ScanScope;
}

/** A message that is to go out, to be scanned. */
export interface OutboundTask {
  readonly subject: string;
  readonly text: string;
  /** As it is sent. */
  readonly html: string | null;
  readonly scope: ScanScope;
}

/** A file that waits for its message. */
export interface StagedTask {
  readonly filename: string;
  readonly declaredType: string | null;
  readonly content: Uint8Array;
  /** What was read in it; null when there is nothing to read. */
  readonly text: string | null;
  readonly scope: ScanScope;
}

export type AnalysedAttachment = Pick<
  AttachmentsTable,
  | 'filename'
  | 'content_type'
  | 'declared_mime_type'
  | 'sniffed_mime_type'
  | 'size'
  | 'hash'
  | 'policy_action'
  | 'av_verdict'
  | 'av_signature'
  | 'content_id'
  | 'content_disposition'
> & { readonly mime_mismatch: boolean };

/** What a scan came to. */
export interface ScanResult {
  /** With every finding, those decided `allow` too. */
  readonly scan: Scan;
  /** Null when detection failed; redaction then hides everything. */
  readonly piiSpans: readonly PiiSpan[] | null;
  readonly htmlText: HtmlTextReport | null;
  /** Domains that blocklists are asked about. */
  readonly linkDomains: readonly string[];
}

/** What was read in a message that came in, and what the scan found in it. */
export interface InboundResult extends ScanResult {
  /** Null when the message could not be taken apart. */
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly AnalysedAttachment[];
  /** How long the analysis took. */
  readonly milliseconds: number;
}

/** What the scan found in one file. */
export interface StagedResult {
  /** With every finding, those decided `allow` too; about the attachment at index 0. */
  readonly scan: Scan;
  readonly attachment: AttachmentReport | null;
}
