/** Whose words a part of a message is, or what it is for. */
export type ReplyPartKind =
  /** Words that this message adds. */
  | 'own'
  /** Words of an earlier message. */
  | 'quoted'
  /** The line that says who wrote what is quoted, or the header above it. */
  | 'attribution'
  /** A message that is passed on, with its header. */
  | 'forwarded'
  | 'signature'
  /** A legal notice. */
  | 'footer';

/** A part in UTF-16 offsets, `end` exclusive. */
export interface ReplyPart {
  readonly kind: ReplyPartKind;
  readonly start: number;
  readonly end: number;
  /** It's among the words that the message adds, or they answer it. */
  readonly isShown: boolean;
}

/** The words of a message without its history. */
export interface ReplyText {
  /** Words that the message adds; all of its text when it adds none. */
  readonly text: string;
  /** False when the message adds no words: a forward or a quote alone. */
  readonly hasOwnWords: boolean;
  /** The text that `parts` divide: that of the message, or the one made from its HTML. */
  readonly source: string;
  /** All of `source` in order, without gaps. */
  readonly parts: readonly ReplyPart[];
}

/** A line while its kind is being told. */
export interface MailLine {
  /** Without white space at its end, and cut, so that patterns stay cheap. */
  readonly text: string;
  readonly start: number;
  /** After the line break. */
  readonly end: number;
  readonly isBlank: boolean;
  kind: ReplyPartKind;
  /** It answers a quote beside it, which is shown with it. */
  isShown: boolean;
}

/** Characters of a line that are looked at; no line that mail programs write is longer. */
const LOOKED_AT = 500;

/** `read` makes plain text of a line in which syntax stands between the words. */
export function linesOf(source: string, read = (line: string) => line): MailLine[] {
  const lines: MailLine[] = [];
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start);
    const end = newline === -1 ? source.length : newline + 1;
    const text = read(source.slice(start, Math.min(end, start + LOOKED_AT)))
      .replace(/[\u00a0\ufeff]/g, ' ')
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .trimEnd();
    lines.push({ text, start, end, isBlank: text === '', kind: 'own', isShown: true });
    start = end;
  }
  return lines;
}

/** Sets the kind of lines from `start` to `end`. */
export function setKind(lines: MailLine[], kind: ReplyPartKind, start: number, end = lines.length): void {
  for (const line of lines.slice(start, end)) line.kind = kind;
}
