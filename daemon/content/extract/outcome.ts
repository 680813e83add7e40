import { LONGEST_PART } from '../scanning/limits.ts';

/** Result of extracting the text of an attachment. */

export type DocumentKind =
  | 'text'
  | 'markup'
  | 'email'
  | 'archive'
  | 'pdf'
  | 'word'
  | 'sheet'
  | 'slides'
  /** Unknown kind: runs of text in its bytes. */
  | 'bytes';

/** Why an attachment has no text to show (`preview_reason_code`). */
export type FailureCode =
  /** Password-protected. */
  | 'encrypted'
  /** Damaged, or not of the declared kind. */
  | 'malformed'
  /** Unpacks to more than the limit. */
  | 'expands_too_much'
  | 'memory_limit'
  | 'time_limit'
  /** The extracting process ended. */
  | 'crashed'
  /** Read, but without text: a scanned page, for instance. */
  | 'no_text';

export interface ExtractedText {
  /** At most the requested number of characters. */
  readonly text: string;
  /** True when text was cut off. */
  readonly truncated: boolean;
  readonly pageCount: number | null;
  /** Name of the reader, as `preview.extractor` shows it. */
  readonly extractor: string;
}

/** How files within a document are read: by which function, and how many bytes. */
export interface Inside {
  readonly extract: (kind: DocumentKind, content: Uint8Array) => Promise<Extraction>;
  /** Remaining bytes for inner files; null when only their names are added. */
  readonly room: { bytes: number } | null;
  readonly extent: Extent;
}

export type Extraction = ExtractedText | { readonly failed: FailureCode };

/** How much of a document is read: what a viewer shows, or all of it, including places where nobody looks. */
export type Extent = 'shown' | 'whole';

/** UTF-16 units that are extracted for the scan; previews show fewer. */
export const MAX_TEXT = 200_000;
const MAX_WHOLE_TEXT = LONGEST_PART;

export function mostText(extent: Extent): number {
  return extent === 'whole' ? MAX_WHOLE_TEXT : MAX_TEXT;
}

/** The document has no text, for the reason in `code`. */
export class ExtractionError extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(`the text can't be extracted: ${code}`);
    this.code = code;
  }
}
