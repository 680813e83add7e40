import { LIMITS } from '../../shared/contract/limits.ts';

/** Text as readers get it: counted in code points, so that nothing is cut inside a character. */

export function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // The second half of a pair does not count.
    if (code < 0xdc00 || code > 0xdfff) count++;
  }
  return count;
}

/** The first `count` code points. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let seen = 0; seen < count && end < text.length; seen++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

export function preview(text: string): string {
  return firstCodePoints(text, LIMITS.bodyPreviewCharacters);
}

/** ASCII folds the short way, which most text takes. */
function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
  return /^[\u0000-\u007f]*$/.test(text);
}

/**
 * The form in which text is searched: NFKC, case-folded. Going through upper case makes `ß`, `ẞ` and `ss`
 * equal, and a final sigma is a sigma.
 */
export function foldForSearch(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
