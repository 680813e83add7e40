import stringWidth from 'string-width';
import { safeParts } from '../../../shared/hidden-text.ts';
import type { Marked } from '../views/document.ts';

/** An indented line, and below it a mark under the match; both safe for a terminal. */
export function renderMarked({ text, start, end }: Marked): readonly [line: string, mark: string] {
  let shown = '';
  let before = 0;
  let marked = 0;
  for (const part of safeParts(text)) {
    shown += part.text;
    // The placeholder of a hidden character is one piece; other text is split at marks.
    if (part.hidden !== undefined) {
      if (part.start < start) before += part.text.length;
      else if (part.start < end) marked += part.text.length;
      continue;
    }
    const source = text.slice(part.start, sourceEnd(text, part.start, part.text));
    const [from, to] = [start - part.start, end - part.start].map((offset) => Math.max(0, offset));
    before += widthOf(source.slice(0, from));
    marked += widthOf(source.slice(from, to));
  }
  return [`    ${shown}`, `    ${' '.repeat(before)}${'^'.repeat(Math.max(1, marked))}`];
}

const TAB = '    ';

/** End of a part in the source text: tabs are drawn as spaces. */
function sourceEnd(text: string, start: number, drawn: string): number {
  let end = start;
  for (let length = 0; length < drawn.length; end++) length += text[end] === '\t' ? TAB.length : 1;
  return end;
}

function widthOf(source: string): number {
  return stringWidth(source.replaceAll('\t', TAB));
}
