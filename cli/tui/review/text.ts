import { styleText } from 'node:util';
import stringWidth from 'string-width';

/** Text of the review screen: lines of spans, safe for a terminal. */

export type ScreenTone =
  | 'strong'
  | 'quiet'
  | 'good'
  | 'warning'
  | 'bad'
  /** An escaped invisible character. */
  | 'hidden'
  /** A scanner's match, and the selected one. */
  | 'mark'
  | 'this mark'
  | 'hidden mark'
  | 'this hidden mark'
  | 'cursor';

export interface TextSpan {
  readonly text: string;
  readonly tone?: ScreenTone | undefined;
  /** Number of its mark. */
  readonly mark?: number | undefined;
}

export type TextLine = readonly TextSpan[];

type Style = Extract<Parameters<typeof styleText>[0], string>;

/** ANSI colours, which light and dark themes keep legible. */
const COLOURED: Readonly<Record<ScreenTone, readonly Style[]>> = {
  strong: ['bold'],
  quiet: ['dim'],
  good: ['green'],
  warning: ['yellow'],
  bad: ['red'],
  hidden: ['magenta', 'underline'],
  mark: ['red', 'inverse'],
  'this mark': ['bold', 'red', 'inverse', 'underline'],
  'hidden mark': ['magenta', 'inverse', 'underline'],
  'this hidden mark': ['bold', 'magenta', 'inverse', 'underline'],
  cursor: ['inverse'],
};
/** Tones for NO_COLOR, distinguished by weight, underline and inversion. */
const COLOURLESS: Readonly<Record<ScreenTone, readonly Style[]>> = {
  strong: ['bold'],
  quiet: ['dim'],
  good: [],
  warning: ['bold'],
  bad: ['bold'],
  hidden: ['underline'],
  mark: ['inverse'],
  'this mark': ['bold', 'inverse', 'underline'],
  'hidden mark': ['inverse', 'underline'],
  'this hidden mark': ['bold', 'inverse', 'underline'],
  cursor: ['inverse'],
};

export function paint(line: TextLine, colours: boolean): string {
  const styles = colours ? COLOURED : COLOURLESS;
  return line
    .map(({ text, tone }) => {
      const style = tone === undefined ? [] : styles[tone];
      return text === '' || style.length === 0
        ? text
        : styleText([...style], text, { validateStream: false });
    })
    .join('');
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A grapheme. */
interface StyledGrapheme {
  readonly text: string;
  readonly width: number;
  readonly tone: ScreenTone | undefined;
  readonly mark: number | undefined;
}

function cellsOf({ text, tone, mark }: TextSpan): StyledGrapheme[] {
  if (PRINTABLE_ASCII.test(text)) return [...text].map((each) => ({ text: each, width: 1, tone, mark }));
  return Array.from(graphemes.segment(text), ({ segment }) => ({
    text: segment,
    width: stringWidth(segment),
    tone,
    mark,
  }));
}

function lineOf(cells: readonly StyledGrapheme[]): TextLine {
  const spans: { text: string; tone: ScreenTone | undefined; mark: number | undefined }[] = [];
  for (const { text, tone, mark } of cells) {
    const last = spans.at(-1);
    if (last && last.tone === tone && last.mark === mark) last.text += text;
    else spans.push({ text, tone, mark });
  }
  return spans;
}

export function widthOf(line: TextLine): number {
  return line.reduce(
    (sum, { text }) => sum + (PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text)),
    0,
  );
}

/** Splits a full row; the space at the break isn't shown. */
function breakBefore(
  cell: StyledGrapheme,
  row: readonly StyledGrapheme[],
  lastSpace: number,
): { kept: readonly StyledGrapheme[]; rest: StyledGrapheme[] } {
  if (cell.text === ' ') return { kept: row, rest: [] };
  if (lastSpace <= 0) return { kept: row, rest: [cell] };
  return { kept: row.slice(0, lastSpace), rest: [...row.slice(lastSpace + 1), cell] };
}

/** Wraps a line at spaces, and within words that are too wide. Indents the following lines. */
export function wrap(line: TextLine, width: number, indent = 0): TextLine[] {
  if (widthOf(line) <= width) return [line];
  const lines: TextLine[] = [];
  let row: StyledGrapheme[] = [];
  let used = 0;
  let lastSpace = -1;
  const margin: StyledGrapheme[] = indent > 0 ? cellsOf({ text: ' '.repeat(indent) }) : [];
  const start = (cells: StyledGrapheme[]) => {
    row = [...(lines.length > 0 ? margin : []), ...cells];
    used = row.reduce((sum, cell) => sum + cell.width, 0);
    lastSpace = -1;
  };
  for (const cell of line.flatMap(cellsOf)) {
    if (used + cell.width > width && row.length > 0) {
      const { kept, rest } = breakBefore(cell, row, lastSpace);
      lines.push(lineOf(kept));
      start(rest);
      continue;
    }
    if (cell.text === ' ' && used > indent) lastSpace = row.length;
    row.push(cell);
    used += cell.width;
  }
  lines.push(lineOf(row));
  return lines;
}

const ELLIPSIS = '…';

/** Pads or truncates a line to a width. */
export function toWidth(line: TextLine, width: number): TextLine {
  const room = Math.max(0, width);
  const natural = widthOf(line);
  if (natural <= room) return natural === room ? line : [...line, { text: ' '.repeat(room - natural) }];
  const kept: StyledGrapheme[] = [];
  let used = 0;
  for (const cell of line.flatMap(cellsOf)) {
    if (used + cell.width > room - 1) break;
    kept.push(cell);
    used += cell.width;
  }
  const fill = ' '.repeat(Math.max(0, room - 1 - used));
  return room === 0
    ? []
    : lineOf([...kept, ...cellsOf({ ...kept.at(-1), text: ELLIPSIS }), ...cellsOf({ text: fill })]);
}

/** Left and right parts of one line; the left one is truncated. */
export function justify(left: TextLine, right: TextLine, width: number): TextLine {
  const end = widthOf(right);
  if (end + 1 >= width) return toWidth(left, width);
  return [...toWidth(left, width - end - 1), { text: ' ' }, ...right];
}

/** Sets the tones of marks; `current` is the selected one. */
export function withMarks(line: TextLine, current: number | undefined): TextLine {
  return line.map((span) => {
    if (span.mark === undefined) return span;
    const kind = span.tone === 'hidden' ? 'hidden mark' : 'mark';
    return { text: span.text, tone: span.mark === current ? (`this ${kind}` as const) : kind };
  });
}
