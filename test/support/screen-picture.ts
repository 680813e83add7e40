import { isDeepStrictEqual } from 'node:util';
import type { ScreenCell, Style, TerminalScreen } from './terminal-screen.ts';

/** Draws a terminal's content as an SVG with real text, independent of installed fonts. */

const CELL = { width: 8, height: 18 };
const MARGIN = 16;
const BASELINE = 13;
const PAPER = '#16181d';
const EDGE = '#3a3f4b';
const INK = '#d5d9e0';
const DIM = '#8b93a3';
/** Black, red, green, yellow, blue, magenta, cyan, white. */
const COLOURS = ['#16181d', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#76e3ea', INK] as const;

/** Neighbouring cells of one style. */
interface Run {
  readonly column: number;
  readonly style: Style;
  readonly text: string;
  readonly width: number;
}

export function pictureOf(screen: TerminalScreen, title: string): string {
  const width = screen.columns * CELL.width + 2 * MARGIN;
  const height = screen.rows * CELL.height + 2 * MARGIN;
  const rows = screen.cells.flatMap((cells, row) => runsOf(cells).map((run) => drawn(run, row)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    '<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}</style>',
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${PAPER}" stroke="${EDGE}"/>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

/** Spaces between words belong to a run; those around it are left out where they show nothing. */
function runsOf(cells: readonly ScreenCell[]): Run[] {
  const runs: Run[] = [];
  for (const [column, { text, style }] of cells.entries()) {
    const last = runs.at(-1);
    const isWide = cells[column + 1]?.text === '';
    // A wide character, and what follows it, is put at its own column: fonts differ in its width.
    const joins =
      last &&
      isDeepStrictEqual(last.style, style) &&
      text !== '' &&
      !isWide &&
      last.width === last.text.length;
    if (text === '') runs[runs.length - 1] = { ...last, width: (last?.width ?? 0) + 1 } as Run;
    else if (joins) runs[runs.length - 1] = { ...last, text: last.text + text, width: last.width + 1 };
    else runs.push({ column, style, text, width: 1 });
  }
  return runs.filter(({ text, style }) => text.trim() !== '' || style.inverse);
}

function drawn({ column, style, text, width }: Run, row: number): string {
  const lead = style.inverse ? 0 : text.length - text.trimStart().length;
  const shown = style.inverse ? text : text.trim();
  const x = MARGIN + (column + lead) * CELL.width;
  const y = MARGIN + row * CELL.height;
  const colour = style.colour === undefined ? (style.dim ? DIM : INK) : (COLOURS[style.colour] ?? INK);
  const marks = [
    `x="${x}" y="${y + BASELINE}" fill="${style.inverse ? PAPER : colour}"`,
    ...(style.bold ? ['font-weight="bold"'] : []),
    ...(style.underline ? ['text-decoration="underline"'] : []),
    // Fonts that are a little wider or narrower stay in their columns.
    ...(shown.length > 1 ? [`textLength="${(style.inverse ? width : shown.length) * CELL.width}"`] : []),
  ];
  const box = `<rect x="${x}" y="${y}" width="${width * CELL.width}" height="${CELL.height}" fill="${colour}"/>`;
  return `${style.inverse ? box : ''}<text ${marks.join(' ')}>${escaped(shown)}</text>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
