/**
 * Lengths of styles as far as they can move words away: units that depend on a window count as a wide one.
 */

/** Absolute units of CSS in px. */
export const ABSOLUTE_PX: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
};

const PX: Readonly<Record<string, number>> = {
  ...ABSOLUTE_PX,
  rem: 16,
  ch: 9,
  ex: 9,
  // Of a box of 600 px.
  '%': 6,
};
/** Viewport units, `svh` and its like among them; and units of the font around. */
const OF_WINDOW = /^[sld]?v(?:w|h|i|b|min|max)$/;
const WINDOW_PX = 10;
const OF_FONT = /^(?:em|lh|rlh|cap|ic)$/;
/** A minifier writes `0 0-9px`: a sign ends the number before it. */
const NUMBER = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?/g;
const NOT_LENGTHS = /#[0-9a-f]+|\b(?:rgb|hsl)a?\([^)]*\)/g;
/** Products and quotients can be anything. */
const COMPUTED = /\b(?:calc|clamp|var|env)\([^)]*[*/]|\b(?:var|env)\(/;

/** All lengths of a value in px, where letters around have `font` px; numbers without a unit are 0. */
export function lengthsOf(value: string, font: number): number[] {
  if (COMPUTED.test(value)) return [Number.POSITIVE_INFINITY];
  const lengths = value.replace(NOT_LENGTHS, ' ').matchAll(NUMBER);
  return Array.from(lengths, ([, number = '0', unit = '']) => {
    const px = OF_WINDOW.test(unit) ? WINDOW_PX : OF_FONT.test(unit) ? font : (PX[unit] ?? 0);
    return px === 0 ? 0 : Number(number) * px;
  });
}

export function largestOf(value: string, font: number): number {
  return Math.max(0, ...lengthsOf(value, font));
}
