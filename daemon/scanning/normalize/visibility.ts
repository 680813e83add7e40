/**
 * Whether a person can read text with a style, judged strictly: used for mail that a person approves, where a false alarm
 * costs a look. `style.ts` judges what comes in, where it costs a quarantine.
 */

import { NOT_SHOWN } from './style.ts';

/** Below these sizes text is there for machines. */
const SMALLEST_PX = 6;
const SMALLEST_SHARE = 0.5;
const PX_PER_POINT = 4 / 3;
const FONT_SIZE =
  /(?:^|;)\s*(?:font-size\s*:|font\s*:[^;]*?)\s*(\d*\.?\d+)(px|pt|em|rem|%|ex|ch|vw|vh|mm|cm|in|pc)?/;
const ZERO_FONT = /(?:^|;)\s*font\s*:\s*(?:[^;]*\s)?0*\.?0+(?:px|pt|em|rem|%)?(?:\s|\/|;|$)/;
const LINE_HEIGHT = /(?:^|;)\s*line-height\s*:\s*(\d*\.?\d+)(px|pt|em|rem|%)?/;
const OPACITY = /(?:^|;)\s*opacity\s*:\s*(\d*\.?\d+)(%)?/;
const LEAST_OPACITY = 0.3;
const ZOOM = /(?:^|;)\s*zoom\s*:\s*(\d*\.?\d+)(%)?/;
/** Pushed out of its place, or clipped to a few pixels. */
const MOVED = /(?:^|;)\s*(?:margin|text-indent|letter-spacing|word-spacing)[a-z-]*\s*:[^;]*-\s*\d{2,}/;
const CLIPPED =
  /overflow[a-z-]*\s*:\s*(?:hidden|clip|scroll|auto)[\s\S]*(?:max-)?(?:width|height)\s*:\s*\d(?:\.\d+)?(?:px|pt|%)?\s*(?:;|!|$)|(?:max-)?(?:width|height)\s*:\s*\d(?:\.\d+)?(?:px|pt|%)?\s*(?:;|!)[\s\S]*overflow[a-z-]*\s*:\s*(?:hidden|clip|scroll|auto)/;
const STRUCK = /text-decoration[a-z-]*\s*:[^;]*line-through/;
/** Colours that let the background through. */
const TRANSLUCENT =
  /(?:^|;)\s*color\s*:\s*(?:(?:rgb|hsl)a?\([^)]*[,/]\s*(?:0?\.[0-2]\d*|[0-2]?\d%)\s*\)|#(?:[0-9a-f]{6}[0-4][0-9a-f]|[0-9a-f]{3}[0-4])\b(?![0-9a-f]))/;
/** Fonts that draw letters as pictures. */
const SYMBOLS = /(?:web|wing)dings|zapf ?dingbats|[:,]\s*["']?symbol["']?\s*(?:[,;]|$)/;
/** Words stand in another order than in the source. */
const REORDERED =
  /(?:^|;)\s*(?:order\s*:\s*-?\d|unicode-bidi\s*:|direction\s*:\s*rtl|flex-(?:direction|flow|wrap)\s*:[^;]*reverse)/;
const FLOATED = /(?:^|;)\s*float\s*:\s*(?:left|right|inline)/;

function shareOf([, number, percent]: RegExpExecArray): number {
  return Number(number) / (percent ? 100 : 1);
}

/** Whether nothing in an element with this style can be read, whatever the elements in it say. */
export function isUnreadable(style: string): boolean {
  const declarations = style.slice(0, 2000).toLowerCase();
  const opacity = OPACITY.exec(declarations);
  const zoom = ZOOM.exec(declarations);
  return (
    NOT_SHOWN.test(declarations) ||
    (opacity !== null && shareOf(opacity) < LEAST_OPACITY) ||
    (zoom !== null && shareOf(zoom) < SMALLEST_SHARE) ||
    [MOVED, CLIPPED, STRUCK, TRANSLUCENT].some((pattern) => pattern.test(declarations)) ||
    SYMBOLS.test(declarations)
  );
}

/** Whether the style makes text too small to be read; null when it leaves the size as it is. */
export function isTiny(style: string): boolean | null {
  const declarations = style.slice(0, 2000).toLowerCase();
  if (ZERO_FONT.test(declarations)) return true;
  const found = [FONT_SIZE, LINE_HEIGHT].flatMap((pattern) => {
    const match = pattern.exec(declarations);
    return match ? [isBelow(Number(match[1]), match[2])] : [];
  });
  return found.length === 0 ? null : found.includes(true);
}

function isBelow(size: number, unit: string | undefined): boolean {
  if (unit === 'px') return size < SMALLEST_PX;
  if (unit === 'pt') return size * PX_PER_POINT < SMALLEST_PX;
  if (unit === '%') return size < 100 * SMALLEST_SHARE;
  if (unit === undefined || unit === 'em' || unit === 'rem') return size < SMALLEST_SHARE;
  return size === 0;
}

/** Whether the style can show words in another order than the source has them. */
export function reorders(style: string, isInline: boolean): boolean {
  const declarations = style.slice(0, 2000).toLowerCase();
  return REORDERED.test(declarations) || (isInline && FLOATED.test(declarations));
}

/** Named colours that are hard to read on white; others are compared by name. */
const PALE: Readonly<Record<string, string>> = Object.fromEntries(
  `aliceblue f0f8ff antiquewhite faebd7 azure f0ffff beige f5f5dc bisque ffe4c4 blanchedalmond ffebcd cornsilk fff8dc
  floralwhite fffaf0 gainsboro dcdcdc ghostwhite f8f8ff honeydew f0fff0 ivory fffff0 lavender e6e6fa lavenderblush fff0f5
  lemonchiffon fffacd lightcyan e0ffff lightgoldenrodyellow fafad2 lightyellow ffffe0 linen faf0e6 mintcream f5fffa
  mistyrose ffe4e1 moccasin ffe4b5 oldlace fdf5e6 papayawhip ffefd5 peachpuff ffdab9 seashell fff5ee snow fffafa
  whitesmoke f5f5f5 yellow ffff00 lightgray d3d3d3 lightgrey d3d3d3 white ffffff black 000000 navy 000080`
    .split(/\s+/)
    .flatMap((name, index, all) => (index % 2 === 0 ? [[name, `#${all[index + 1]}`]] : [])),
);
/** WCAG asks for 4.5; ordinary mail goes down to 1.6 for what is meant to be seen. */
const LEAST_CONTRAST = 1.5;

/** Whether text in one colour cannot be told from its background. */
export function isFaint(color: string | null, background: string | null): boolean {
  if (color === null) return false;
  const text = luminance(color);
  const behind = luminance(background ?? 'white');
  if (text === null || behind === null) return color === background;
  return (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05) < LEAST_CONTRAST;
}

/** Relative luminance of WCAG 2, from 0 to 1; null for colours that are not understood. */
function luminance(color: string): number | null {
  const name = color.trim().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3');
  const lightness = /^hsla?\([^)]*?%[^)]*?(\d+(?:\.\d+)?)%/.exec(name)?.[1];
  if (lightness !== undefined) return (Number(lightness) / 100) ** 2.2;
  const hex = /^#?([0-9a-f]{6})$/.exec(PALE[name] ?? name)?.[1];
  if (hex === undefined) return null;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
