import { largestOf, lengthsOf } from './lengths.ts';
import type { Declarations } from './visibility.ts';

/** The room that an element takes on a screen: space around its words, and its own size. All in px. */
export interface BoxRoom {
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
  /** The least that the box measures; 0 where its content decides. */
  readonly height: number;
  readonly width: number;
}

type Side = 'above' | 'below' | 'left' | 'right';

const SPACES = /^(?:padding|margin|border)(?:-|$)/;
const NO_SPACE = /^border-(?:[a-z-]*radius|collapse|[a-z-]*(?:color|style)|image)/;
const AROUND_LETTERS = /^(?:text-indent|word-spacing|letter-spacing|(?:column-)?gap)$/;
const HEIGHTS = /^(?:min-)?height$/;
const WIDTHS = /^(?:(?:min-)?width|flex|flex-basis)$/;
/** In px: larger letters and lines than any headline has. */
const HUGE_LETTER = 100;
const SPACE_ATTRIBUTES = ['cellpadding', 'cellspacing', 'border', 'hspace', 'vspace'];
/** Elements whose contents stand beside each other or in the middle of a tall box. */
const TABLE_TAGS = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th']);

interface Box {
  readonly tag: string;
  readonly style: Declarations;
  readonly attributes: ReadonlyMap<string, string>;
  /** Size of the letters in it. */
  readonly font: number;
}

export function roomOf({ tag, style, attributes, font }: Box): BoxRoom {
  const room = { above: 0, below: 0, left: 0, right: 0, height: 0, width: 0 };
  // Huge letters, though they may be blanks, make a line of their size.
  let line = font >= HUGE_LETTER ? font : 0;
  const add = (sides: readonly Side[], px: number) => {
    for (const side of sides) room[side] += px;
  };
  for (const [name, value] of style) {
    if (SPACES.test(name) && !NO_SPACE.test(name)) addSpaces(add, name, lengthsOf(value, font));
    else if (name === 'border-spacing' || name === 'row-gap') add(['above', 'left'], largestOf(value, font));
    else if (AROUND_LETTERS.test(name)) add(['left', 'right'], largestOf(value, font));
    if (HEIGHTS.test(name) && !isShare(value)) room.height = Math.max(room.height, largestOf(value, font));
    if (WIDTHS.test(name)) room.width = Math.max(room.width, largestOf(value, font));
    if (name === 'line-height' || (name === 'font' && value.includes('/')))
      line = Math.max(line, lineOf(value, font));
  }
  for (const name of SPACE_ATTRIBUTES)
    add(['above', 'below', 'left', 'right'], numberOf(attributes.get(name)));
  room.height = Math.max(room.height, line);
  // Words are in the middle of their line.
  if (line >= HUGE_LETTER) room.above += line / 2;
  if (tag !== 'font') {
    const height = attributes.get(tag === 'hr' ? 'size' : 'height') ?? '';
    if (!isShare(height)) room.height = Math.max(room.height, numberOf(height));
    const width = attributes.get('width') ?? '';
    room.width = Math.max(room.width, width.includes('%') ? largestOf(width, font) : numberOf(width));
  }
  return room;
}

const ALL: readonly Side[] = ['above', 'right', 'below', 'left'];
const NAMES: Readonly<Record<Side, RegExp>> = {
  above: /top|block(?!-end)/,
  right: /right|inline(?!-start)/,
  below: /bottom|block(?!-start)/,
  left: /left|inline(?!-end)/,
};

function addSpaces(
  add: (sides: readonly Side[], px: number) => void,
  name: string,
  lengths: readonly number[],
): void {
  const most = Math.max(0, ...lengths);
  const sides = sidesNamed(name);
  if (sides) add(sides, most);
  else if (lengths.length < 2 || !Number.isFinite(most)) add(ALL, most);
  else {
    const [top = 0, right = 0, bottom = top, left = right] = lengths;
    for (const [index, px] of [top, right, bottom, left].entries())
      add(ALL.slice(index, index + 1), Math.max(0, px));
  }
}

function sidesNamed(name: string): readonly Side[] | null {
  const sides = ALL.filter((side) => NAMES[side].test(name));
  return sides.length === 0 ? null : sides;
}

/** Up to the height of what is around it, which has none of its own as a rule. */
function isShare(height: string): boolean {
  const [, percent] = /^\s*([\d.]+)%\s*$/.exec(height) ?? [];
  return percent !== undefined && Number(percent) <= 100;
}

/** Height of a line, in `font` after a slash: a number and a percentage are shares of the letters' size. */
function lineOf(value: string, font: number): number {
  const height = value.replace(/^.*\//, '').trim();
  const [, share, percent] = /^([\d.]+)(%?)(?:\s|$)/.exec(height) ?? [];
  if (share === undefined) return largestOf(height, font);
  return Number(share) * font * (percent === '%' ? 0.01 : 1);
}

function numberOf(value: string | undefined): number {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isNaN(number) ? 0 : number;
}

/** Words this far from the left edge, or below the last words before them, aren't on the screen. */
const FAR = 500;
/** Wider boxes don't fit on it. */
const WIDE = 900;
/** Contents of taller boxes can be below it: in the middle, or at the end where a style says so. */
const TALL_MIDDLE = 1200;
const TALL_END = 600;

export function isFar(px: number): boolean {
  return px >= FAR;
}

export function isWide({ width, right }: BoxRoom): boolean {
  return width >= WIDE || right >= FAR;
}

/** Words overflow a box of less, and what follows can lie on them. A cell grows with its words. */
const FLAT = 10;

export function isFlat(tag: string, style: Declarations): boolean {
  if (TABLE_TAGS.has(tag)) return false;
  return style.some(
    ([name, value]) =>
      /^(?:max-)?height$/.test(name) &&
      /\d/.test(value) &&
      !value.includes('%') &&
      largestOf(value, FLAT) < FLAT,
  );
}

/**
 * Whether a box is a table or lays out what is in it, so that its words can be in its middle or at its end.
 */
export function arranges(tag: string, style: Declarations): boolean {
  return (
    TABLE_TAGS.has(tag) || style.some(([name, value]) => name === 'display' && /flex|grid|table/.test(value))
  );
}

/** Whether words in the middle of a box of that height, or at its end, are below the screen. */
export function isLow(height: number, { isAtEnd }: { readonly isAtEnd: boolean }): boolean {
  return height >= (isAtEnd ? TALL_END : TALL_MIDDLE);
}

/** Whether the element, or what is in it, is at the end of the box around it. */
export function isAtEnd(style: Declarations, attributes: ReadonlyMap<string, string>): boolean {
  return (
    /bottom/i.test(attributes.get('valign') ?? '') ||
    style.some(
      ([name, value]) =>
        /^(?:align|justify|place|vertical-align)/.test(name) && /end|bottom|last|between/.test(value),
    )
  );
}
