import { LIMITS } from '../../../shared/contract/limits.ts';

/** Counts text in code points, so that cuts never split a character. */

export function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Low surrogates don't count.
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

/** ASCII takes the short path, like most text. */
function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
  return /^[\u0000-\u007f]*$/.test(text);
}

/**
 * Folds text for search: NFKC and case. Going through upper case makes `ß`, `ẞ` and `ss` equal, and final
 * sigma a sigma.
 */
export function foldForSearch(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
