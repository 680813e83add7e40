/** A token of an address field (RFC 5322 3.2). */
export type AddressToken = {
  readonly kind: 'word' | 'quoted' | 'comment' | 'literal' | 'special';
  /** Content of a quoted string or comment; other tokens as written. */
  readonly text: string;
  /** White space or a comment precedes it. */
  readonly apart: boolean;
};

export type Tokens = {
  readonly tokens: readonly AddressToken[];
  /** False when a quote or bracket is never closed and therefore a plain character. */
  readonly wellFormed: boolean;
};

const WHITE_SPACE = /[ \t\r\n]+/y;
/** Encoded words may have commas and colons (RFC 2047 5), which don't separate addresses there. */
const ENCODED_WORD = /=\?[^?\s]{1,80}\?[bq]\?[^?\s()<>@"]*\?=/iy;
const LITERAL = /\[[^[\]\\<>@,;"()\s]*\]/y;
const WORD = /[^ \t\r\n()<>@,;:"[\]]+/y;
const SPECIALS = '<>@,;:';

/** Tokenises any field value in one pass. */
export function addressTokens(value: string): Tokens {
  const tokens: AddressToken[] = [];
  /** Opening characters without a closing one. */
  const unclosed = new Set<string>();
  let position = 0;
  let apart = true;
  const add = (kind: AddressToken['kind'], text: string, length: number): void => {
    tokens.push({ kind, text, apart });
    position += length;
    apart = kind === 'comment';
  };
  const matchOf = (pattern: RegExp): string | null => {
    pattern.lastIndex = position;
    return pattern.exec(value)?.[0] ?? null;
  };
  while (position < value.length) {
    const gap = matchOf(WHITE_SPACE);
    if (gap !== null) {
      position += gap.length;
      apart = true;
      continue;
    }
    const mark = value.charAt(position);
    if ((mark === '"' || mark === '(') && !unclosed.has(mark)) {
      const enclosed = readEnclosed(value, position);
      if (enclosed) add(mark === '"' ? 'quoted' : 'comment', enclosed.text, enclosed.length);
      else unclosed.add(mark);
      continue;
    }
    if (SPECIALS.includes(mark)) {
      add('special', mark, 1);
      continue;
    }
    const literal = mark === '[' ? matchOf(LITERAL) : null;
    if (literal !== null) add('literal', literal, literal.length);
    else {
      const word = matchOf(ENCODED_WORD) ?? matchOf(WORD) ?? mark;
      add('word', word, word.length);
    }
  }
  return { tokens, wellFormed: unclosed.size === 0 };
}

/** Reads the quoted string or comment at `start`; comments nest. Null when it isn't closed. */
function readEnclosed(value: string, start: number): { text: string; length: number } | null {
  const quoted = value.charAt(start) === '"';
  let text = '';
  let depth = 1;
  for (let position = start + 1; position < value.length; position++) {
    const character = value.charAt(position);
    if (character === '\\' && position + 1 < value.length) {
      text += value.charAt(++position);
      continue;
    }
    if (quoted ? character === '"' : character === ')') depth--;
    else if (!quoted && character === '(') depth++;
    if (depth === 0) return { text, length: position + 1 - start };
    text += character;
  }
  return null;
}
