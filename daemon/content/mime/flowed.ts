/** A line of flowed text without what its format adds. */
interface FlowedLine {
  /** Number of quote marks. */
  readonly depth: number;
  readonly text: string;
  readonly isFlowed: boolean;
}

const SIGNATURE = '-- ';

/**
 * Joins lines of `format=flowed` text (RFC 3676): quote marks and stuffed spaces go first, and only lines of
 * one quote depth are joined. With `deletesSpace` the space at the end of a line isn't part of the text.
 */
export function joinFlowed(text: string, deletesSpace: boolean): string {
  const joined: string[] = [];
  let depth = 0;
  let pieces: string[] | null = null;
  const end = () => {
    if (pieces !== null) joined.push(quoted(depth, pieces.join('')));
    pieces = null;
  };
  for (const source of text.split(/\r?\n/)) {
    const line = readLine(source);
    // An empty line after a flowed one stays, as no sender means to lose it.
    if (line.depth !== depth || line.text === SIGNATURE || line.text === '') end();
    depth = line.depth;
    pieces ??= [];
    pieces.push(line.isFlowed && deletesSpace ? line.text.slice(0, -1) : line.text);
    if (!line.isFlowed) end();
  }
  end();
  return joined.join('\n');
}

function readLine(source: string): FlowedLine {
  let depth = 0;
  while (source[depth] === '>') depth++;
  const text = source.slice(source[depth] === ' ' ? depth + 1 : depth);
  // A signature separator has no stuffing, so its own space isn't taken for it.
  return { depth, text, isFlowed: text.endsWith(' ') && text !== SIGNATURE };
}

function quoted(depth: number, text: string): string {
  if (depth === 0) return text;
  return text === '' ? '>'.repeat(depth) : `${'>'.repeat(depth)} ${text}`;
}
