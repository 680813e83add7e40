import { LONGEST_PART } from '../../scanning/limits.ts';

/** What became of the attempt to read the text of an attachment. */

export type DocumentKind =
  | 'text'
  | 'markup'
  | 'email'
  | 'archive'
  | 'pdf'
  | 'word'
  | 'sheet'
  | 'slides'
  /** What no reader here knows: the texts that stand in its bytes. */
  | 'bytes';

/** Why an attachment has no text to show (`preview_reason_code`). */
export type FailureCode =
  /** It is protected with a password. */
  | 'encrypted'
  /** It is not what it says it is, or is damaged. */
  | 'malformed'
  /** It would unpack to more than is unpacked here. */
  | 'expands_too_much'
  | 'memory_limit'
  | 'time_limit'
  /** The process that read it ended. */
  | 'crashed'
  /** It was read, and has no text: a scanned page, for instance. */
  | 'no_text';

export interface ExtractedText {
  /** As many characters as were asked for, at most. */
  readonly text: string;
  /** There is more text than that. */
  readonly truncated: boolean;
  readonly pageCount: number | null;
  /** Name of the reader, as `preview.extractor` shows it. */
  readonly extractor: string;
}

/** How a document with files in it has those read: by whom, and how much of them. */
export interface Inside {
  readonly extract: (kind: DocumentKind, content: Uint8Array) => Promise<Extraction>;
  /** Documents around what is read; null where files are only named. */
  readonly room: { bytes: number } | null;
  readonly extent: Extent;
}

export type Extraction = ExtractedText | { readonly failed: FailureCode };

/**
 * How much of a document is read: what a reader of it sees, or the whole of it, with all that its author can have put where
 * nobody looks.
 */
export type Extent = 'shown' | 'whole';

/** UTF-16 units of text that are read, to be scanned; readers are shown fewer. */
export const MAX_TEXT = 200_000;
const MAX_WHOLE_TEXT = LONGEST_PART;

export function mostText(extent: Extent): number {
  return extent === 'whole' ? MAX_WHOLE_TEXT : MAX_TEXT;
}

/** A document gives no text, for the reason in `code`. */
export class ExtractionError extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(`the text cannot be extracted: ${code}`);
    this.code = code;
  }
}
