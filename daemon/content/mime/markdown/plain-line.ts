const ESCAPES = /\\([!-/:-@[-`{-~])/g;
const LINK = /\[([^\][]*)\]\(([^()\s]*)\)/g;
const EMPHASIS = /\*\*|~~/g;

/** The words of a line of Markdown with targets in brackets, as in text made from HTML. */
export function plainLine(line: string): string {
  if (!/[\\*~(]/.test(line)) return line;
  return line.replace(LINK, '$1 [$2]').replace(EMPHASIS, '').replace(ESCAPES, '$1');
}
