import { oneLine } from '../../../../shared/one-line.ts';

/**
 * Text of strangers on one line, in which no mail program or chat finds a link or a mention: dots and colons
 * of addresses, and every @, are put in brackets. `length` is in characters of the text.
 */
export function inert(text: string, length: number): string {
  return oneLine(text, length)
    .replace(/(?<=[^\s.])\.(?=[^\s.])/g, '[.]')
    .replace(/(?<=\p{L}):(?=\S)/gu, '[:]')
    .replaceAll('@', '[@]');
}
