import { isFaint } from './colors.ts';
import { HIDDEN_TAGS } from './html.ts';
import { largestOf } from './lengths.ts';
import { arranges, type BoxRoom, isAtEnd, isFar, isFlat, isLow, isWide, roomOf } from './offsets.ts';
import {
  colorsOf,
  DEFAULT_PX,
  type Declarations,
  declarationsOf,
  isSquashed,
  isTiny,
  isTransparent,
  isUnreadable,
  opacityOf,
  sizeOf,
  sizeOfTag,
  zoomOf,
} from './visibility.ts';

/** Why text of an element is hidden, as far as elements in it inherit that. Lengths are in px. */
export interface Look {
  readonly hidden: boolean;
  readonly gone: boolean;
  readonly color: string | null;
  readonly background: string | null;
  readonly size: number;
  /** Of this element and those around it. */
  readonly zoom: number;
  readonly squashed: boolean;
  /** Share of the ink that this element and those around it leave. */
  readonly opacity: number;
  /** Space between the left edge of the screen and the words. */
  readonly left: number;
  /** The box around that cuts off what doesn't fit: where it begins and how wide it is. */
  readonly clip: { readonly left: number; readonly width: number } | null;
  /** Width that boxes around leave, as far as they say. */
  readonly width: number;
  /** Height of the box around that arranges its contents. */
  readonly tall: number;
  readonly isPreformatted: boolean;
  readonly room: BoxRoom;
}

/** Width of boxes that don't say theirs. */
const ROOMY = 600;
/** No word fits in less. */
const NARROW = 30;
const NO_ROOM: BoxRoom = { above: 0, below: 0, left: 0, right: 0, height: 0, width: 0 };

export const ROOT_LOOK: Look = {
  hidden: false,
  gone: false,
  color: null,
  background: null,
  size: DEFAULT_PX,
  zoom: 1,
  squashed: false,
  opacity: 1,
  left: 0,
  clip: null,
  width: ROOMY,
  tall: 0,
  isPreformatted: false,
  room: NO_ROOM,
};

export interface OpenedElement {
  readonly tag: string;
  readonly style: Declarations;
  readonly attributes: ReadonlyMap<string, string>;
  /** Colours that attributes set. */
  readonly colors: { readonly color?: string; readonly background?: string };
}

const STRUCK_TAGS = new Set(['s', 'strike', 'del']);
/** Rejected in outgoing HTML. Mail clients show their words in part, on request, or not at all. */
const NOT_SENT = new Set(
  'applet audio canvas details dialog iframe marquee math meter noembed noframes object progress rp select svg video'.split(
    ' ',
  ),
);
/** Indentation of browsers, in px. */
const INDENT = 40;
const INDENTED_TAGS = new Set(['blockquote', 'ul', 'ol', 'dir', 'dd', 'figure']);
const PREFORMATTED_TAGS = new Set(['pre', 'listing', 'xmp', 'plaintext']);
const CLIPS = /^(?:hidden|clip|scroll|auto)/;

/** The look of an element within `around`. */
export function lookWithin(around: Look, opened: OpenedElement): Look {
  const { tag, style, attributes } = opened;
  // A size of its own makes text readable again, as in columns whose row has none.
  const size = sizeOf(style, sizeOfTag(tag, around.size));
  const zoom = around.zoom * zoomOf(style);
  const room = roomOf({ tag, style, attributes, font: Math.max(size, DEFAULT_PX) });
  const left = around.left + room.left + (indents(opened) ? INDENT : 0);
  const squashed = isSquashed(style) ?? around.squashed;
  const opacity = around.opacity * opacityOf(style);
  const { color = around.color, background = around.background } = { ...opened.colors, ...colorsOf(style) };
  const tall = arranges(tag, style) ? Math.max(around.tall, room.height) : around.tall;
  const width = widthWithin(around.width, style);
  const clip = clipOf(style, left, width) ?? around.clip;
  const gone =
    around.gone ||
    isGone(opened) ||
    isFlat(tag, style) ||
    isCut(around.clip, left, room) ||
    (clip !== null && clip.width < NARROW) ||
    isLow(tall, { isAtEnd: isAtEnd(style, attributes) });
  const isPale = isTransparent(opacity) || isFaint(color, background);
  return {
    hidden: gone || squashed || isTiny(size * zoom) || isPale || isFar(left) || isWide(room),
    gone,
    color,
    background,
    size,
    zoom,
    squashed,
    opacity,
    left,
    clip,
    width,
    tall,
    isPreformatted: keepsBlanks(tag, style) ?? around.isPreformatted,
    room,
  };
}

function indents({ tag, style }: OpenedElement): boolean {
  return INDENTED_TAGS.has(tag) && !style.some(([name]) => /^(?:margin|padding)(?:-left)?$/.test(name));
}

function isGone({ tag, style, attributes }: OpenedElement): boolean {
  const face = attributes.get('face') ?? '';
  return (
    HIDDEN_TAGS.has(tag) ||
    STRUCK_TAGS.has(tag) ||
    NOT_SENT.has(tag) ||
    attributes.has('hidden') ||
    attributes.has('popover') ||
    isUnreadable(style) ||
    (face !== '' && isUnreadable(declarationsOf(`font-family:${face}`)))
  );
}

/**
 * Whether the box that cuts off its contents has no room for an element that begins there or is that wide.
 */
function isCut(clip: Look['clip'], left: number, room: BoxRoom): boolean {
  return clip !== null && (left - clip.left > clip.width / 2 || room.width > clip.width);
}

function clipOf(style: Declarations, left: number, width: number): Look['clip'] {
  const clips = style.some(([name, value]) => /^overflow(?:-[xy])?$/.test(name) && CLIPS.test(value));
  return clips ? { left, width } : null;
}

function widthWithin(around: number, style: Declarations): number {
  const widths = style.flatMap(([name, value]) =>
    /^(?:max-)?width$/.test(name) && /\d/.test(value) && !value.includes('%')
      ? largestOf(value, DEFAULT_PX)
      : [],
  );
  return Math.min(around, ...widths);
}

function keepsBlanks(tag: string, style: Declarations): boolean | null {
  const value = style.findLast(([name]) => name === 'white-space')?.[1];
  if (value !== undefined) return /pre|break-spaces/.test(value);
  return PREFORMATTED_TAGS.has(tag) ? true : null;
}
