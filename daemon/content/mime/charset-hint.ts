import { charsetOf, isSevenBit } from './charsets.ts';
import type { CharsetHint } from './text.ts';

/** Bytes in which a declaration is looked for: the header, and those of the first parts. */
const LOOKED_AT = 16 * 1024;
/** A message may have any number of fields. */
const MOST_GUESSES = 50;
const DECLARATION = /charset\s*=\s*["']?([\w.:+-]{1,60})/gi;
/** They say nothing about a field: UTF-8 was tried before, and programs that don't know write the other. */
const NO_HINTS = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']);

/**
 * The first charset that a message declares and that may be the one of its 8-bit fields; found when asked
 * for.
 */
export function charsetHint(raw: Buffer): CharsetHint {
  let found: string | null | undefined;
  const declared = () => {
    if (found === undefined) found = declaredCharset(raw.toString('latin1', 0, LOOKED_AT));
    return found;
  };
  let left = MOST_GUESSES;
  return { declared, mayGuess: () => left-- > 0 };
}

function declaredCharset(text: string): string | null {
  for (const [, label = ''] of text.matchAll(DECLARATION)) {
    const name = charsetOf(label);
    if (name === 'gbk') return 'gb18030';
    if (name !== null && !NO_HINTS.has(name) && !isSevenBit(name)) return name;
  }
  return null;
}
