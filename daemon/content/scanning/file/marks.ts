import { MAX_MARKED_LINES, type MarkedLine } from '../../../../shared/contract/scan-file.ts';

/** A stretch of text in UTF-16 offsets. */
interface TextStretch {
  readonly start: number;
  readonly end: number;
}

/** Characters of a line that are shown, and how many of them stand before the mark. */
const WINDOW = 100;
const BEFORE = 30;
/** Characters of a value that stay readable, so that its owner knows which one it is. */
const SHOWN_OF_SECRET = 4;

/** Stars values out, so that a report can be kept in a log; offsets stay as they are. */
export function withoutValues(text: string, values: readonly TextStretch[]): string {
  let result = '';
  let position = 0;
  for (const { start, end } of [...values].sort((one, other) => one.start - other.start)) {
    const from = Math.max(position, Math.min(end, start + SHOWN_OF_SECRET));
    if (end <= from) continue;
    result += text.slice(position, from) + text.slice(from, end).replace(/[^\r\n]/g, '*');
    position = end;
  }
  return result + text.slice(position);
}

/** Tells the lines of one text, and where marks stand in them. */
export class LineMarker {
  readonly #text: string;
  /** Offset at which each line begins. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
      this.#starts.push(end + 1);
    }
  }

  /** The first lines that a stretch touches, each with its part of the mark. */
  lines({ start, end }: TextStretch): MarkedLine[] {
    const lines: MarkedLine[] = [];
    for (let index = this.#lineAt(start); lines.length < MAX_MARKED_LINES; index++) {
      const lineStart = this.#starts[index];
      if (lineStart === undefined || lineStart > Math.max(start, end - 1)) break;
      const line = this.#text.slice(lineStart, (this.#starts[index + 1] ?? this.#text.length + 1) - 1);
      const shown = line.replace(/\r$/, '');
      const from = Math.min(shown.length, Math.max(0, start - lineStart));
      const to = Math.max(from, Math.min(shown.length, end - lineStart));
      if (from === to && end > start) continue;
      lines.push({ number: index + 1, ...windowOf(shown, from, to) });
    }
    return lines;
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function windowOf(line: string, from: number, to: number): Omit<MarkedLine, 'number'> {
  if (line.length <= WINDOW) return { text: line, start: from, end: to };
  const first = withinPair(line, Math.max(0, Math.min(from - BEFORE, line.length - WINDOW)));
  const last = withinPair(line, first + WINDOW);
  return { text: line.slice(first, last), start: from - first, end: Math.min(to, last) - first };
}

/** An offset that does not part the two halves of a character. */
function withinPair(line: string, offset: number): number {
  const code = line.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
