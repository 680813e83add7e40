const ESCAPE = /\\(?=[_*~.#+!|-])/;
const LETTER_OR_DIGIT = /[A-Za-z0-9]/;
/** Characters of an emphasised passage; what is further away is no pair. */
const LONGEST_EMPHASIS = 500;

/**
 * Only what could be a token matters: so many characters at that side of its word, and a digit among them.
 */
const LEAST_OF_TOKEN = 16;
const PART_OF_TOKEN = new RegExp(`^(?=\\D*\\d)\\S{${LEAST_OF_TOKEN}}$`);

const isToken = (piece: string) => PART_OF_TOKEN.test(piece);
const isWord = (character: string | undefined) => character !== undefined && LETTER_OR_DIGIT.test(character);

/**
 * Offsets of underscores that emphasise what is between them: at the beginning of a word and at the end of
 * one.
 */
function emphasisIn(text: string): [start: number, end: number][] {
  const marks: [number, number][] = [];
  let opened = -1;
  for (let start = text.indexOf('_'); start !== -1; ) {
    let end = start + 1;
    while (text[end] === '_') end++;
    const [before, after] = [isWord(text[start - 1]), isWord(text[end])];
    const opens = !before && after && text[start - 1] !== '\\';
    const closes = before && !after && opened >= 0 && start - opened < LONGEST_EMPHASIS;
    const ofToken =
      (opens && isToken(text.slice(end, end + LEAST_OF_TOKEN))) ||
      (closes && isToken(text.slice(start - LEAST_OF_TOKEN, start)));
    if (ofToken) marks.push([start, end]);
    if (before !== after) opened = after ? start : -1;
    start = text.indexOf('_', end);
  }
  return marks;
}

function withoutEmphasis(text: string): string {
  let result = '';
  let position = 0;
  for (const [start, end] of emphasisIn(text)) {
    result += text.slice(position, start) + ' '.repeat(end - start);
    position = end;
  }
  return result + text.slice(position);
}

/**
 * A text without the marks of Markdown that cling to words; `sourceOf` leads from its offsets to those of the
 * source.
 */
export interface Unmarked {
  readonly text: string;
  readonly sourceOf: (offset: number) => number;
}

/** Null when there are no such marks. */
export function withoutMarkdown(source: string): Unmarked | null {
  const escaped = source.includes('\\') && ESCAPE.test(source);
  const text = source.includes('_') ? withoutEmphasis(source) : source;
  if (!escaped) return text === source ? null : { text, sourceOf: (offset) => offset };
  /** Offsets, in the result, behind which one more mark is missing. */
  const removed: number[] = [];
  const pieces = text.split(new RegExp(ESCAPE, 'g'));
  let length = 0;
  for (const piece of pieces.slice(0, -1)) {
    length += piece.length;
    removed.push(length);
  }
  return { text: pieces.join(''), sourceOf: (offset) => offset + countUpTo(removed, offset) };
}

/** How many of the sorted numbers are at most the given one. */
function countUpTo(sorted: readonly number[], most: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
