import type {
  AntivirusVerdict,
  AttachmentFindingAction,
  AttachmentPolicyAction,
  OutboundPiiKey,
  PiiType,
  ScanCategory,
  ScanDecision,
  ScannerPolicy,
  ScanSubtype,
  ScanVerdict,
  UrlWarning,
} from '../../../shared/contract/scan.ts';
import type { TextMemo } from './classifier/memo.ts';

export type Direction = 'inbound' | 'outbound';

/** Outcome of sender authentication, as `sender_authentication.verdict` names it. */
export type AuthenticationVerdict =
  | 'verified_aligned'
  | 'authenticated_unaligned'
  | 'failed'
  | 'none'
  | 'error';

/** A file of a message, as scanners get it. */
export interface ScanAttachment {
  readonly filename: string | null;
  /** Media type that the sender declared. */
  readonly declaredType: string | null;
  readonly content: Uint8Array;
  /** Text extracted from the content; null when there is none. */
  readonly text: string | null;
}

/** One message to scan. */
export interface ScanInput {
  readonly direction: Direction;
  readonly subject: string;
  /** Body text as readers get it; PII spans are UTF-16 offsets into it. */
  readonly text: string;
  readonly html: string | null;
  /** The message has no text part: `text` was made from `html`. */
  readonly textIsHtml?: boolean;
  readonly attachments: readonly ScanAttachment[];
  /** Policy of the mailbox; null stands for the defaults. */
  readonly policy: ScannerPolicy | null;
  /** Whether the account accepted the URL reputation notice. */
  readonly urlReputationActive: boolean;
  /** Owner's blocklist: host names and URL prefixes. */
  readonly blockedUrls: readonly string[];
  /** The mailbox has risky mail reviewed, so HTML that says something else than the text is a warning. */
  readonly warnsOfHtml?: boolean;
  readonly authentication?: AuthenticationVerdict | null;
  /** Texts that other mail programs may show in place of subject and text; their places aren't told. */
  readonly otherTexts?: readonly string[];
  /** The message is built so that other readers may find other parts in it. */
  readonly ambiguous?: boolean;
}

/** Where clamd listens. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** How a scan is run. */
export interface ScanOptions {
  /** Null or absent: only the built-in malware signatures. */
  readonly clamd?: ClamdAddress | null;
  /** Ends waiting for clamd; the caller owns the time limit of the scan. */
  readonly signal?: AbortSignal;
  /** Classifiers name what comes nearest to a finding as well. */
  readonly explains?: boolean;
  /** Scanners to run instead of all; for tests of the engine. */
  readonly scanners?: readonly Scanner[];
}

export type Severity = 'info' | 'low' | 'medium' | 'high' | 'critical';

export type SpanField = 'subject' | 'text' | 'html' | 'attachment' | 'filename';

/** A place of the message, in UTF-16 offsets; in `html` they refer to the source. */
export interface FindingSpan {
  readonly field: SpanField;
  /** With field `attachment`: offsets are into its extracted text; with `filename` into its name. */
  readonly attachmentIndex?: number;
  readonly start: number;
  readonly end: number;
}

/** A scanner's finding; `projectScan` converts it to the contract's shape. */
export interface Finding {
  readonly scanner: string;
  readonly ruleId: string;
  readonly severity: Severity;
  readonly category: ScanCategory;
  readonly decision: ScanDecision;
  /** A sentence for people, never with a secret or personal value in it. */
  readonly reason: string;
  readonly spans: readonly FindingSpan[];
  readonly subtype?: ScanSubtype;
  readonly piiType?: OutboundPiiKey;
  readonly warning?: UrlWarning;
  readonly attachmentIndex?: number;
  readonly attachmentFilename?: string;
  readonly attachmentPolicyAction?: AttachmentFindingAction;
  readonly failureClass?: 'inference_error' | 'model_judgment';
  readonly agentInstructions?: readonly string[];
  /** Log-odds by which the classifier's passage lies above what is held, or below it. */
  readonly margin?: number;
}

/** Personal data in a text, in UTF-16 code units, `end` exclusive. */
export interface PiiSpan {
  readonly start: number;
  readonly end: number;
  readonly type: PiiType;
}

/** Scan result of one file. */
export interface AttachmentReport {
  /** Media type told from the content; `application/octet-stream` when nothing is known. */
  readonly sniffedType: string;
  /** Content and declared type or extension disagree. */
  readonly mismatch: boolean;
  readonly policyAction: AttachmentPolicyAction;
  readonly antivirus: AntivirusVerdict;
  /** Name of the signature that hit. */
  readonly signature: string | null;
}

/** Text made from HTML, as readers of the message get it beside its body. */
export interface HtmlTextReport {
  /** Empty when the HTML says the same as the text. */
  readonly text: string;
  /** PII of it; null when detection failed. */
  readonly piiSpans: readonly PiiSpan[] | null;
}

/** All that one scan found. */
export interface ScanReport {
  readonly verdict: ScanVerdict;
  /** Worst decision of each category that has a finding. */
  readonly categories: readonly { readonly category: ScanCategory; readonly decision: ScanDecision }[];
  /** Every finding, those decided `allow` too. */
  readonly findings: readonly Finding[];
  /** PII of `text`, sorted and disjoint; null when detection failed, which redaction treats as all hidden. */
  readonly piiSpans: readonly PiiSpan[] | null;
  readonly attachments: readonly AttachmentReport[];
  /** Text made from the HTML; null without HTML, or when it could not be read. */
  readonly htmlText: HtmlTextReport | null;
  /** Where the links lead, when their reputation counts: registrable domains, bounded. */
  readonly linkDomains: readonly string[];
}

/** One check of a message. A scanner that throws makes the message `scan_incomplete`. */
export interface Scanner {
  readonly name: string;
  /** Whether direction and policy call for it. */
  applies(context: ScanContext): boolean;
  scan(context: ScanContext): readonly Finding[] | Promise<readonly Finding[]>;
}

/** Input that all scanners of a message share. */
export interface ScanContext {
  readonly input: ScanInput;
  readonly policy: ResolvedPolicy;
  readonly message: PreparedMessage;
  /** PII of `input.text`; null when detection failed. */
  readonly piiSpans: readonly PiiSpan[] | null;
  readonly options: ScanOptions;
}

/** The policy with defaults filled in. */
export interface ResolvedPolicy {
  readonly languageMode: 'english_only' | 'allow_all_languages' | 'disabled';
  readonly disabledScanners: ReadonlySet<string>;
  readonly disabledCriteria: ReadonlySet<string>;
  readonly outboundPii: Readonly<Record<OutboundPiiKey, ScanDecision>>;
}

/** A stretch of text to match against, with the way back to the source. */
export interface TextPart {
  readonly field: SpanField;
  readonly attachmentIndex?: number;
  readonly raw: string;
  /** Text after normalisation. */
  readonly normal: string;
  /** Offset in `raw` per offset in `normal` (one more entry for the end); null when they are equal. */
  readonly offsets: Uint32Array | null;
  /** Written so that a person does not see it. */
  readonly hidden: boolean;
  readonly evidence: TextEvidence;
}

/** Traces of text that was made to look different to people and to machines. */
export interface TextEvidence {
  readonly zeroWidth: number;
  readonly bidi: number;
  /** Letters swapped for look-alikes of another script. */
  readonly confusables: number;
  /** Text spelled in Unicode tag characters, which nobody sees. */
  readonly tagText: string;
}

/** A link of a message. */
export interface Link {
  readonly url: string;
  /** Displayed text of the link; null for bare URLs in text. */
  readonly label: string | null;
  readonly span: FindingSpan | null;
  /**
   * Not for readers to follow: a picture, a style, an address in another one. Only the owner's list is
   * checked.
   */
  readonly unasked?: true;
}

/** An image that is loaded from elsewhere; sizes in pixels, null when not said. */
export interface RemoteImage {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly hidden: boolean;
}

/** The message after MIME: texts, links, images and the facts about attachments. */
export interface PreparedMessage {
  readonly parts: readonly TextPart[];
  readonly links: readonly Link[];
  readonly images: readonly RemoteImage[];
  /** Body text without quoted history and signature. */
  readonly newText: string;
  readonly attachments: readonly AttachmentFacts[];
  /** Text of its HTML; null without HTML. */
  readonly html: PreparedHtml | null;
  /** Cached features of its texts for the classifiers. */
  readonly memo: TextMemo;
}

/** The HTML of a message, compared with its text. */
export interface PreparedHtml {
  /** The words of the HTML for a reviewer, hidden ones too. */
  readonly text: string;
  readonly difference: PartsDiffer | null;
}

/** Facts about an attachment from its content. */
export interface AttachmentFacts {
  readonly sniffedType: string;
  /** Usual extension of the sniffed type, without a dot. */
  readonly sniffedExtension: string | null;
  readonly executable: boolean;
  readonly script: boolean;
  readonly archive: boolean;
  readonly encrypted: boolean;
  readonly macros: boolean;
  /** A document that loads its template or an object from a server when it's opened. */
  readonly loadsRemote: boolean;
  /**
   * A container whose files, or some of them, can't be looked at: damaged, too deep, too large, or of an
   * unknown kind.
   */
  readonly unreadable: boolean;
}

/** In which way the two parts of a message differ. */
export type PartsDiffer = 'words' | 'hidden' | 'label' | 'link' | 'order';
