const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;

/** RFC 2046 limits a boundary to 70 characters. Longer ones are recognised up to this line length. */
const MAX_DELIMITER_LINE = 8 * 1024;

/** A delimiter line of one of the open multiparts. */
export type Delimiter<Owner> = {
  readonly owner: Owner;
  /** Position of the owner, the outermost multipart being 0. */
  readonly depth: number;
  /** True for the closing delimiter, which ends in two dashes. */
  readonly closes: boolean;
  /** End of the content: the line end before a delimiter belongs to the delimiter. */
  readonly contentEnd: number;
  readonly lineStart: number;
  /** Start of the next line. */
  readonly lineEnd: number;
};

/** Open multiparts at some point of a message, and the search for their delimiters. */
export class BoundaryStack<Owner> {
  readonly #frames: {
    readonly delimiter: string;
    readonly owner: Owner;
    readonly hides: number | undefined;
  }[] = [];
  /** The innermost frame of each delimiter. */
  readonly #depths = new Map<string, number>();

  get size(): number {
    return this.#frames.length;
  }

  push(boundary: string, owner: Owner): void {
    // White space at the end of a line may get lost in transit, so it isn't part of the boundary.
    const delimiter = `--${boundary.trimEnd()}`;
    this.#frames.push({ delimiter, owner, hides: this.#depths.get(delimiter) });
    this.#depths.set(delimiter, this.#frames.length - 1);
  }

  pop(): Owner {
    const frame = this.#frames.pop();
    if (frame === undefined) throw new RangeError('no multipart is open');
    if (frame.hides === undefined) this.#depths.delete(frame.delimiter);
    else this.#depths.set(frame.delimiter, frame.hides);
    return frame.owner;
  }

  /** The first delimiter line that begins in `[from, to)`; `from` is the start of a line. */
  next(raw: Buffer, from: number, to: number): Delimiter<Owner> | null {
    if (this.#frames.length === 0) return null;
    let position = from;
    while (position < to) {
      const lineStart = raw.indexOf('--', position);
      if (lineStart === -1 || lineStart >= to) return null;
      const found = raw[lineStart + 1] === DASH && isLineStart(raw, lineStart, from);
      const delimiter = found ? this.#at(raw, lineStart) : null;
      if (delimiter !== null) return delimiter;
      const lineEnd = raw.indexOf(LF, lineStart);
      if (lineEnd === -1) return null;
      position = lineEnd + 1;
    }
    return null;
  }

  #at(raw: Buffer, lineStart: number): Delimiter<Owner> | null {
    const lf = raw.indexOf(LF, lineStart);
    const end = lf === -1 ? raw.length : lf;
    if (end - lineStart > MAX_DELIMITER_LINE) return null;
    const line = raw.toString('latin1', lineStart, end).trimEnd();
    const opens = this.#depths.get(line);
    const depth = opens ?? (line.endsWith('--') ? this.#depths.get(line.slice(0, -2)) : undefined);
    const frame = depth === undefined ? undefined : this.#frames[depth];
    if (depth === undefined || frame === undefined) return null;
    const contentEnd = endOfContent(raw, lineStart);
    const lineEnd = lf === -1 ? raw.length : lf + 1;
    return { owner: frame.owner, depth, closes: opens === undefined, contentEnd, lineStart, lineEnd };
  }
}

function isLineStart(raw: Buffer, position: number, from: number): boolean {
  return position === from || raw[position - 1] === LF;
}

function endOfContent(raw: Buffer, lineStart: number): number {
  if (raw[lineStart - 1] !== LF) return lineStart;
  return raw[lineStart - 2] === CR ? lineStart - 2 : lineStart - 1;
}
