/** A structured field value such as `text/plain; charset=utf-8`. */
export type StructuredValue = {
  /** Lower case, comments and quotes removed. */
  readonly value: string;
  /** By lower-case name. The first of a repeated parameter counts. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Parameters given repeatedly, or both whole and in pieces: parsers differ in which one they use. */
  readonly repeated: ReadonlySet<string>;
};

/** Longer values are cut; no field that matters for parsing needs more. */
const MAX_LENGTH = 16 * 1024;
/** An opening parenthesis that isn't closed within this length is a plain character. */
const MAX_COMMENT_LENGTH = 500;

/** `multipart/mixed boundary=x`: without the semicolon all content would be lost. */
const FORGOTTEN_SEMICOLON = /^(\s*[^\s;="()]+)[ \t]+(?=[\w*-]+=)/;

/** Parses a structured value (RFC 2045 5.1) and joins continued parameters (RFC 2231). */
export function readStructured(text: string): StructuredValue {
  const [first = '', ...rest] = splitAtSemicolons(
    text.slice(0, MAX_LENGTH).replace(FORGOTTEN_SEMICOLON, '$1;'),
  );
  const parameters = new Map<string, string>();
  const repeated = new Set<string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (name === '') continue;
    if (parameters.has(name)) repeated.add(name);
    else parameters.set(name, unquoted(part.slice(equals + 1)));
    const base = CONTINUATION.exec(name)?.[1];
    if (base !== undefined && rest.some((other) => isNamed(other, base))) repeated.add(base);
  }
  return { value: unquoted(first).toLowerCase(), parameters: withContinuations(parameters), repeated };
}

function isNamed(parameter: string, name: string): boolean {
  return (
    parameter
      .slice(0, Math.max(parameter.indexOf('='), 0))
      .trim()
      .toLowerCase() === name
  );
}

const CONTINUATION = /^([^*]+)\*(\d{0,3})\*?$/;

/** Adds `boundary` from `boundary*0` and `boundary*1`, and `charset` from `charset*=us-ascii''utf-8`. */
function withContinuations(parameters: Map<string, string>): Map<string, string> {
  const pieces = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    const [, base = '', number = ''] = CONTINUATION.exec(name) ?? [];
    if (base === '' || parameters.has(base)) continue;
    const list = pieces.get(base) ?? [];
    list[Number(number)] = name.endsWith('*') ? percentDecoded(value) : value;
    pieces.set(base, list);
  }
  for (const [base, list] of pieces) parameters.set(base, list.join(''));
  return parameters;
}

/** One character per byte: these parameters are ASCII, and file names are decoded elsewhere. */
function percentDecoded(value: string): string {
  const text = value.replace(/^[^']*'[^']*'/, '');
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Splits outside of quotes and drops comments. An unclosed quote is a plain character. */
function splitAtSemicolons(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let index = 0;
  while (index < text.length) {
    const character = text[index] ?? '';
    const skipped = character === '"' ? quotedLength(text, index) : commentLength(text, index, piece);
    if (skipped > 0) {
      if (character === '"') piece += text.slice(index, index + skipped);
      index += skipped;
      continue;
    }
    if (character === ';') {
      pieces.push(piece);
      piece = '';
    } else {
      piece += character;
    }
    index++;
  }
  return [...pieces, piece];
}

const QUOTED = /"(?:[^"\\]|\\.)*"/y;

function quotedLength(text: string, index: number): number {
  QUOTED.lastIndex = index;
  return QUOTED.exec(text)?.[0].length ?? 0;
}

/** Comments begin only where white space may be: `filename=Invoice(1).pdf` has none. */
function commentLength(text: string, index: number, before: string): number {
  if (text[index] !== '(' || (before.includes('=') && !/\s$/.test(before.slice(-1)))) return 0;
  let depth = 0;
  for (let end = index; end < Math.min(text.length, index + MAX_COMMENT_LENGTH); end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '(') depth++;
    else if (text[end] === ')' && --depth === 0) return end + 1 - index;
  }
  return 0;
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  QUOTED.lastIndex = 0;
  const quoted = QUOTED.exec(trimmed)?.[0];
  return quoted === undefined ? trimmed : quoted.slice(1, -1).replace(/\\(.)/g, '$1');
}

const MEDIA_TYPE = /^\s*([\w!#$&^.+-]+)\s*\/\s*([\w!#$&^.+-]+)\s*(?:$|[;\s("=])/;

/** The media type of a Content-Type value, lower case and without parameters; null when it has none. */
export function mediaType(value: string): string | null {
  const match = MEDIA_TYPE.exec(value.slice(0, 300));
  return match === null ? null : `${match[1]}/${match[2]}`.toLowerCase();
}
