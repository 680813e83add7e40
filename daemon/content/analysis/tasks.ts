import type { Scan } from '../../../shared/contract/scan.ts';
import type { AttachmentsTable } from '../../platform/store/schema.ts';
import type { ParsedMessage } from '../mime/parse.ts';
import type { AttachmentReport, HtmlTextReport, PiiSpan } from '../scanning/types.ts';
import type { ScanScope } from './scope.ts';
import type { Ticket } from './time-limit.ts';

/** Tasks and results of the analysis threads. Everything here survives structured cloning. */

export interface AnalysisCall {
  /** Name of a task in `analysis.worker.ts`. */
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

/** An outgoing message to scan. */
export interface OutboundTask {
  readonly subject: string;
  readonly text: string;
  /** As it is sent. */
  readonly html: string | null;
  readonly scope: ScanScope;
}

/** A message that a mail program wrote, to be sent. */
export interface WrittenMail
  extends Pick<
    ParsedMessage,
    | 'from'
    | 'to'
    | 'cc'
    | 'bcc'
    | 'replyTo'
    | 'subject'
    | 'messageId'
    | 'inReplyTo'
    | 'references'
    | 'html'
    | 'attachments'
  > {
  /** Further authors, which no message of ours has. */
  readonly otherAuthors: readonly string[];
  /** The text, or the HTML's when it's alone. */
  readonly text: string;
}

/** An upload to scan. */
export interface StagedTask {
  readonly filename: string;
  readonly declaredType: string | null;
  readonly content: Uint8Array;
  /** Its extracted text; null when it has none. */
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

/** Result of a scan. */
export interface ScanResult {
  /** Includes findings decided `allow`. */
  readonly scan: Scan;
  /** Null when detection failed; redaction then hides everything. */
  readonly piiSpans: readonly PiiSpan[] | null;
  readonly htmlText: HtmlTextReport | null;
  /** Domains to look up in blocklists. */
  readonly linkDomains: readonly string[];
  /**
   * Log-odds by which the classifier of instructions held the message, or didn't; null when it decided
   * nothing.
   */
  readonly injectionMargin: number | null;
}

/** Parsed inbound message and its scan. */
export interface InboundResult extends ScanResult {
  /** Null when parsing failed. */
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly AnalysedAttachment[];
  /** Duration of the analysis. */
  readonly milliseconds: number;
}

/** Scan of one file. */
export interface StagedResult {
  /** Includes findings decided `allow`; all are about the attachment at index 0. */
  readonly scan: Scan;
  readonly attachment: AttachmentReport | null;
}
