/**
 * Private characters that stand for Markdown while text is made of HTML, so that syntax isn't taken for the
 * sender's text, nor text for syntax.
 */
export const MARK = {
  quote: '\u{f0010}',
  heading: '\u{f0011}',
  bullet: '\u{f0012}',
  number: '\u{f0013}',
  dot: '\u{f0014}',
  indent: '\u{f0015}',
  fence: '\u{f0016}',
  pipe: '\u{f0017}',
  dash: '\u{f0018}',
  linkStart: '\u{f0019}',
  linkTarget: '\u{f001a}',
  linkEnd: '\u{f001b}',
  codeStart: '\u{f001c}',
  codeEnd: '\u{f001d}',
  strongStart: '\u{f0020}',
  strongEnd: '\u{f0021}',
  emphasisStart: '\u{f0022}',
  emphasisEnd: '\u{f0023}',
  deletedStart: '\u{f0024}',
  deletedEnd: '\u{f0025}',
} as const;

/** Syntax that has a line of its own; cells with it don't go beside each other. */
export const LINE_SYNTAX = /[\u{f0010}-\u{f0013}\u{f0016}-\u{f0018}]/u;
/** Targets of links, whose characters nobody sees. */
export const TARGETS = /\u{f001a}[^\u{f001b}]*\u{f001b}/gu;

/** Marks of a sender, as they are or as references (U+F0010 to U+F003F). */
const FORGED = /[\u{f0010}-\u{f003f}]|&#(?:x0*f00[1-3][0-9a-f]|0*983(?:0[5-9]\d|10[0-3]));?/giu;

/** Something is put in the place of marks: pieces of a reference around one could make another. */
export function withoutMarks(html: string): string {
  return html.replace(FORGED, '\ufffd');
}
