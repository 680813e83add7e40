/** Content lines of calendar files (RFC 5545, 3.1). */

export interface ContentLine {
  /** In upper case. */
  readonly name: string;
  /** The first value of each parameter, by its name in upper case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** With its escapes. */
  readonly value: string;
}

/** Parameters of a line that are kept. */
const MAX_PARAMETERS = 30;

const LINE_END = /\r\n|\n|\r/;

/** The content lines of an unfolded file. Lines without a name and a value are left out. */
export function contentLines(text: string): ContentLine[] {
  return text
    .split(LINE_END)
    .map(contentLine)
    .filter((line) => line !== null);
}

// Sticky: each character is looked at once.
const NAME = /[A-Za-z0-9-]+/y;
const PARAMETER_NAME = /;\s?([A-Za-z0-9-]+)=/y;
const PARAMETER_VALUE = /"([^"]*)"|([^";:,]*)/y;

function contentLine(line: string): ContentLine | null {
  const name = matchAt(NAME, line, 0)?.[0];
  if (name === undefined) return null;
  const parameters = new Map<string, string>();
  let at = name.length;
  while (line[at] === ';' && parameters.size < MAX_PARAMETERS) {
    const parameter = matchAt(PARAMETER_NAME, line, at);
    if (parameter === null) return null;
    at += parameter[0].length;
    const { first, end } = parameterValues(line, at);
    const key = (parameter[1] ?? '').toUpperCase();
    if (!parameters.has(key)) parameters.set(key, first);
    at = end;
  }
  return line[at] === ':' ? { name: name.toUpperCase(), parameters, value: line.slice(at + 1) } : null;
}

/** The first of the values that begin at a position, and where the last one ends. */
function parameterValues(line: string, start: number): { first: string; end: number } {
  let first: string | null = null;
  let at = start;
  for (;;) {
    const found = matchAt(PARAMETER_VALUE, line, at);
    first ??= withoutCarets(found?.[1] ?? found?.[2] ?? '');
    at += found?.[0].length ?? 0;
    if (line[at] !== ',') return { first, end: at };
    at++;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const CARETS: Readonly<Record<string, string>> = { n: '\n', '^': '^', "'": '"' };

/** Escapes of parameters (RFC 6868). */
function withoutCarets(value: string): string {
  return value.replaceAll(/\^([n^'])/g, (_, character: string) => CARETS[character] ?? '');
}

/** A value of the type TEXT without its escapes (RFC 5545, 3.3.11). */
export function textOf(value: string): string {
  return value.replaceAll(/\\([nN,;\\])/g, (_, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  );
}
