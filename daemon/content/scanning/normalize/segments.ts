/** A sentence or a line that stands alone, in offsets of the text it comes from. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It begins a value of structured text, which is a text of its own. */
  readonly apart?: true;
  /** It goes on with the sentence of the line before, which ends without a mark. */
  readonly continues?: true;
}

const MAX_SEGMENT = 400;
/** Lines at least this long were probably wrapped, so that the sentence goes on in the next one. */
const WRAPPED_LINE = 50;
const LIST_ITEM = /^\s*(?:[-*•·–—+o#]|\d{1,3}[.)]|[a-z][.)]|[A-Z][\w -]{0,30}:|```|<)/;
const QUOTE_PREFIX = /^[ \t]{0,3}(?:[>|｜][ \t]?){1,12}/;
/** A new line that begins like a sentence; where it does not, neighbours are judged together anyway. */
const CAPITAL = /^\s*["'“(]?\p{Lu}/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|inc|ltd|co|corp|st|vs|etc|e\.g|i\.e|no|approx|[a-z])\.$/i;

const NEWLINE = 10;
/** Parts the values of structured text (`partValues`). */
const PARAGRAPH_SEPARATOR = 0x2029;
const HARD_BREAK = '\u2029';

function isSentenceEnd(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code === PARAGRAPH_SEPARATOR) return true;
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x0964 || code === 0x061f)
    return true;
  if (code !== 46 && code !== 33 && code !== 63 && code !== 0x2026) return false;
  const next = text.charCodeAt(index + 1);
  const closes = next === 34 || next === 39 || next === 41 || next === 0x201d || next === 0x2019;
  const after = closes ? text.charCodeAt(index + 2) : next;
  if (!(Number.isNaN(after) || after <= 32 || after === 0xa0)) return isGlued(text, index);
  return code !== 46 || !ABBREVIATION.test(text.slice(Math.max(0, index - 7), index + 1));
}

const DIGIT_OR_SMALL = /[\p{Ll}\p{N})]/u;
const GLUED = /^\p{Lu}\p{Ll}/u;

/** Whether the next sentence follows without a space, as where line breaks of html were lost. */
function isGlued(text: string, index: number): boolean {
  return DIGIT_OR_SMALL.test(text[index - 1] ?? '') && GLUED.test(text.slice(index + 1, index + 3));
}

const FIRST_LETTER = /\p{L}/u;
const LAST_LETTER = /\p{L}(?=\P{L}*$)/u;
const CASELESS = /\p{Lo}/u;

/** Whether one of two lines is written in a script without capitals and the other in one that has them. */
function changesScript(line: string, next: string): boolean {
  const last = LAST_LETTER.exec(line)?.[0];
  const first = FIRST_LETTER.exec(next)?.[0];
  return last !== undefined && first !== undefined && CASELESS.test(last) !== CASELESS.test(first);
}

function endsLine(text: string, lineStart: number, newline: number): boolean {
  if (newline - lineStart < WRAPPED_LINE) return true;
  const next = text.slice(newline + 1, newline + 60);
  if (/^[ \t>|]*(?:\r?\n|$)/.test(next)) return true;
  const line = next.replace(QUOTE_PREFIX, '');
  if (CAPITAL.test(line) || LIST_ITEM.test(line)) return true;
  return changesScript(text.slice(newline - WRAPPED_LINE, newline), line);
}

/** White space that is not one space already. */
const WIDE_SPACE = /[^\S ]\s*| \s+/g;

function clean(piece: string): string {
  const line = piece.includes('\n') ? piece.replace(/\n[ \t]{0,3}(?:[>|｜][ \t]?)*/g, ' ') : piece;
  return line.replace(QUOTE_PREFIX, '').replace(WIDE_SPACE, ' ').trim();
}

const SMALL_LETTER = /^\p{Ll}/u;
const OPEN_LINE = /[\p{L}\p{N},][^\S\n]{0,9}\n$/u;
/** Characters before a line in which the end of the line before it shows. */
const LINE_END = 12;

/** Whether a piece goes on with the sentence of the line before. */
function continuesLine(text: string, start: number, piece: string): boolean {
  return SMALL_LETTER.test(piece) && OPEN_LINE.test(text.slice(Math.max(0, start - LINE_END), start));
}

function add(segments: Segment[], text: string, { start, end }: { start: number; end: number }): void {
  const piece = clean(text.slice(start, end));
  if (piece.length <= 1 || !WORD_CHARACTER.test(piece)) return;
  const before = segments.at(-1)?.end ?? 0;
  const apart = text.slice(Math.max(0, before - 1), start).includes(HARD_BREAK);
  const continues = !apart && continuesLine(text, start, piece);
  segments.push({ start, end, text: piece, ...(apart && { apart }), ...(continues && { continues }) });
}

/** Cuts text into sentences; a line break ends one unless the line was wrapped. At most `limit` of them. */
export function segmentText(text: string, limit: number): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  let lineStart = 0;
  for (let index = 0; index < text.length && segments.length < limit; index++) {
    const code = text.charCodeAt(index);
    const tooLong = index - start >= MAX_SEGMENT && (code <= 32 || index - start >= 2 * MAX_SEGMENT);
    const ends = code === NEWLINE ? endsLine(text, lineStart, index) : isSentenceEnd(text, index);
    if (code === NEWLINE) lineStart = index + 1;
    if (!ends && !tooLong) continue;
    add(segments, text, { start, end: index + 1 });
    start = index + 1;
  }
  if (segments.length < limit) add(segments, text, { start, end: text.length });
  return segments;
}
