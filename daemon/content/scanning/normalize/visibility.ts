/**
 * Whether a person can read text with a style, judged strictly: used for mail that a person approves, where a
 * false alarm costs a look. `style.ts` judges what comes in, where it costs a quarantine.
 */

import { isColor } from './colors.ts';
import { ABSOLUTE_PX, lengthsOf } from './lengths.ts';
import { NOT_SHOWN, plainStyle } from './style.ts';

/** Below these sizes text is there for machines. */
const SMALLEST_PX = 6;
export const DEFAULT_PX = 16;
/** Of a keyword or an element: what each nested one does to the size. */
const SMALLER = 5 / 6;
const PX: Readonly<Record<string, number>> = {
  ...ABSOLUTE_PX,
  rem: DEFAULT_PX,
  // Of a narrow screen, and of narrow letters.
  vw: 3.6,
  vh: 3.6,
  vmin: 3.6,
  vmax: 3.6,
  ch: 7,
  ex: 7,
};
const LENGTH = /(?:^|[\s,])([+-]?\d*\.?\d+(?:e[+-]?\d+)?)([a-z]+|%)?(?=[\s,/]|$)/;
const SHARE = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%)?$/;
const LEAST_OPACITY = 0.3;
/** Clips what does not fit: all of it, or the end. */
const CLIPS = /^(?:hidden|clip|scroll|auto)/;
const NARROW =
  /^(?:\d{1,2}(?:\.\d+)?(?:px|pt|%)?$|\d+(?:\.\d+)?(?:mm|q)$|[0-4]?(?:\.\d+)?(?:r?em|ex|ch|cm|in|v\w+)$)/;
/** Colours that let the background through. */
const TRANSLUCENT =
  /^(?:(?:rgb|hsl)a?\([^)]*(?:,[^),]*,[^),]*,|\/)\s*(?:0?\.[0-2]\d*|0|[0-2]?\d%)\s*\)|#(?:[0-9a-f]{6}[0-4][0-9a-f]|[0-9a-f]{3}[0-4])|transparent)$/;
/** Rejected in outgoing HTML: styles that can hide an element by shape, position, effect or overlap. */
const NOT_SENT =
  /^(?:clip(?:-path)?:(?!auto|none)|(?:-webkit-)?(?:transform|filter|mask|mask-image|mask-size):(?!none)|(?:scale|translate|rotate|offset-path):(?!none)|mix-blend-mode:(?!normal)|content-visibility:(?!visible|auto)|-webkit-text-(?:fill-color|security):|contain:.*(?:strict|size)|position:(?:absolute|fixed)|z-index:-|content:|(?:inset[a-z-]*|left|right|top|bottom):[^;]*\d{3})/;
/** Fonts that draw letters as pictures. */
const SYMBOLS = /(?:web|wing)dings|zapf ?dingbats|(?:^|,)\s*["']?symbol["']?\s*(?:,|$)/;
/** Cells whose place the browser decides, and not the source. */
const ELSEWHERE = /^(?:table-(?:header|footer)-group|table-caption|table-column)/;
const COMPUTED = /\b(?:calc|min|max|clamp|var|env)\(/;
const SPACING = /^(?:letter|word)-spacing$/;
const WORDS = /"(?:[^"]*[\p{L}\p{N}\p{S}][^"]*)"|'(?:[^']*[\p{L}\p{N}\p{S}][^']*)'/u;
/** Strings and brackets have limits, so that open ones are not looked through again and again. */
const DECLARATION =
  /(?:^|;)\s*([a-z-]+)\s*:((?:[^;"'()]|"(?:\\.|[^"\\]){0,200}"|'(?:\\.|[^'\\]){0,200}'|\([^()]{0,200}(?:\([^()]{0,100}\)[^()]{0,100}){0,5}\))*)/g;
const IMPORTANT = /\s*!\s*important\s*$/;

/** A style as its declarations, in their order: which of several counts depends on who reads them. */
export type Declarations = readonly (readonly [name: string, value: string])[];

export function declarationsOf(style: string): Declarations {
  return [...plainStyle(style).matchAll(DECLARATION)].map(
    ([, name = '', value = '']) => [name, value.replace(IMPORTANT, '').trim()] as const,
  );
}

function valuesOf(style: Declarations, names: RegExp): string[] {
  return style.filter(([name]) => names.test(name)).map(([, value]) => value);
}

/** Whether nothing in an element with this style can be read, whatever the elements in it say. */
export function isUnreadable(style: Declarations): boolean {
  return style.some(hides) || isClipped(style) || isAmbiguous(style);
}

function hides([name, value]: Declarations[number]): boolean {
  if (NOT_SHOWN.test(`${name}:${value}`) || NOT_SENT.test(`${name}:${value}`)) return true;
  if (COMPUTED.test(value) && !/^(?:(?:min-|max-)?width|margin|padding)/.test(name)) return true;
  if (name === 'color') return TRANSLUCENT.test(value);
  if (name.startsWith('text-decoration')) return value.includes('line-through');
  if (name === 'text-underline-offset' || name === 'text-indent') return /-\s*[\d.]/.test(value);
  if (name === 'font-size-adjust') return value !== 'none';
  if (name.endsWith('text-size-adjust')) return /^\d{1,2}%$/.test(value);
  if (SPACING.test(name)) return isOverlapping(value);
  return (name === 'font' || name === 'font-family') && SYMBOLS.test(value);
}

/** The share of ink that a style leaves of its element; the smallest where it says several. */
export function opacityOf(style: Declarations): number {
  return Math.min(1, ...valuesOf(style, /^opacity$/).map(shareOf));
}

/** How much smaller a style shows its element, and all in it; the smallest where it says several. */
export function zoomOf(style: Declarations): number {
  return Math.min(1, ...valuesOf(style, /^zoom$/).map(shareOf));
}

/** Whether so little ink is left by an element and all around it that nobody reads it. */
export function isTransparent(opacity: number): boolean {
  return opacity < LEAST_OPACITY;
}

const KEYWORDS = /^(?:normal|reset|inherit|initial|unset|revert|revert-layer|document)$/;

/** Returns 0 for a share that can't be parsed. */
function shareOf(value: string): number {
  const [, number, percent] = SHARE.exec(value) ?? [];
  if (number === undefined) return KEYWORDS.test(value) ? 1 : 0;
  return Math.max(0, Number(number) / (percent ? 100 : 1));
}

function isOverlapping(value: string): boolean {
  const px = pxOf(value, DEFAULT_PX);
  return px !== null && px < -3;
}

function isClipped(style: Declarations): boolean {
  if (!valuesOf(style, /^overflow(?:-[xy])?$/).some((value) => CLIPS.test(value))) return false;
  const heights = valuesOf(style, /^(?:max-)?height$/);
  const widths = valuesOf(style, /^(?:max-)?width$/);
  return (
    heights.some((value) => /^[\d.]|\(/.test(value) && value !== '100%') ||
    widths.some((value) => (NARROW.test(value) && value !== '100%') || value.includes('(')) ||
    valuesOf(style, /^white-space$/).some((value) => /^(?:nowrap|pre$)/.test(value))
  );
}

/** Whether two declarations give text or background several colours: a program may take either. */
function isAmbiguous(style: Declarations): boolean {
  const inks = new Set(valuesOf(style, /^color$/));
  const grounds = new Set(backgroundsOf(style));
  return inks.size > 1 || grounds.size > 1;
}

/** Colours of the backgrounds that a style sets. A gradient is a colour that nobody knows. */
function backgroundsOf(style: Declarations): string[] {
  return valuesOf(style, /^background(?:-color)?$/).flatMap((value) => {
    if (/gradient\(/.test(value)) return [value];
    const parts = value.match(/[^\s()]+(?:\([^)]*\))?/g) ?? [];
    const color = parts.find((part) => isColor(part));
    if (color) return [color];
    return /^(?:none|transparent|inherit|initial|unset|url\([^)]*\))?$/.test(parts[0] ?? '') ? [] : [value];
  });
}

/** The colour of text, and the one behind it; undefined where the style leaves it. */
export function colorsOf(style: Declarations): { color?: string; background?: string } {
  const color = valuesOf(style, /^color$/)
    .filter((value) => !/^(?:inherit|currentcolor|unset|revert)$/.test(value))
    .at(-1);
  const background = backgroundsOf(style).at(-1);
  return { ...(color && { color }), ...(background && { background }) };
}

/** The smallest size that a style can give to text in it, in px, from the size around it. */
export function sizeOf(style: Declarations, around: number): number {
  const sizes = style.flatMap(([name, value]) => {
    if (name !== 'font-size' && name !== 'font') return [];
    if (/\bsmaller\b/.test(value)) return [around * SMALLER];
    if (/\blarger\b/.test(value)) return [around / SMALLER];
    if (/\b(?:x{1,3}-)?(?:small|large)\b(?!-caps)|\bmedium\b/.test(value)) return [DEFAULT_PX];
    // The weight has no unit; 0 needs none.
    const plain = name === 'font' ? value.replace(/(?:^|\s)[1-9]\d{1,3}(?=\s)|\/.*$/g, ' ') : value;
    return pxOf(plain, around) ?? [];
  });
  return sizes.length === 0 ? around : Math.min(...sizes);
}

/** `small`, `sub` and their like make text smaller each time. */
export function sizeOfTag(tag: string, around: number): number {
  return tag === 'small' || tag === 'sub' || tag === 'sup' ? around * SMALLER : around;
}

export function isTiny(size: number): boolean {
  return size < SMALLEST_PX;
}

/** Whether lines stand on each other. */
export function isSquashed(style: Declarations): boolean | null {
  const heights = valuesOf(style, /^line-height$/).flatMap((value) => {
    const px = /^[\d.]+$/.test(value) ? Number(value) * DEFAULT_PX : pxOf(value, DEFAULT_PX);
    return px === null ? [] : [px];
  });
  return heights.length === 0 ? null : heights.some((px) => px < SMALLEST_PX);
}

/** The first length of a value, in px; null without one. */
function pxOf(value: string, around: number): number | null {
  const [, number, unit] = LENGTH.exec(value) ?? [];
  if (number === undefined) return null;
  if (unit === '%') return (Number(number) / 100) * around;
  if (unit === 'em') return Number(number) * around;
  return Number(number) * (PX[unit ?? 'px'] ?? 0);
}

/** Moves of less than this, in px, leave words where they are. */
const SMALL_MOVE = 10;

/** Whether the style can show words in another order than the source has them, or cover words of others. */
export function reorders(style: Declarations, { isInline }: { readonly isInline: boolean }): boolean {
  return style.some(([name, value]) => {
    if (name === 'order') return /^-?\d/.test(value);
    if (name === 'unicode-bidi') return true;
    if (name === 'direction') return value === 'rtl';
    if (name === 'caption-side') return value !== 'top';
    if (name === 'display') return ELSEWHERE.test(value);
    if (/^flex-(?:direction|flow|wrap)$/.test(name)) return value.includes('reverse');
    if (name === 'float') return isInline ? value !== 'none' : /right|end/.test(value);
    if (/^margin/.test(name)) return movesBack(value);
    if (name === 'box-shadow') return covers(value);
    if (name === 'position') return /absolute|fixed|sticky/.test(value);
    if (name === 'vertical-align') return Math.abs(pxOf(value, DEFAULT_PX) ?? 0) >= SMALL_MOVE;
    return /^outline(?:-width)?$/.test(name) && (pxOf(value, DEFAULT_PX) ?? 0) >= SMALL_MOVE / 2;
  });
}

function movesBack(value: string): boolean {
  return COMPUTED.test(value) || Math.min(0, ...lengthsOf(value, DEFAULT_PX)) <= -SMALL_MOVE;
}

/** A shadow that reaches farther than its blur, over what is before it. */
function covers(value: string): boolean {
  return value.split(/,(?![^(]*\))/).some((shadow) => {
    const [across = 0, down = 0, , spread = 0] = lengthsOf(shadow, DEFAULT_PX);
    return !shadow.includes('inset') && Math.max(-across, -down, spread) + spread >= SMALL_MOVE;
  });
}

/** Words that a style shows and the source has nowhere else: quotation marks and bullets can be any text. */
export function wordsOfStyle(style: Declarations): string[] {
  return valuesOf(style, /^(?:quotes|list-style|list-style-type|text-overflow|text-emphasis.*)$/).filter(
    (value) => WORDS.test(value),
  );
}

/**
 * Whether boxes with this style stand beside each other, so that a number can begin in one and end in the
 * next.
 */
export function standsBeside(style: Declarations): boolean {
  return style.some(
    ([name, value]) =>
      (name === 'display' && value.startsWith('inline')) || (name === 'float' && value !== 'none'),
  );
}
