/** Dots that browsers read as those of a host name. */
const DOTS = /[\u3002\uFF0E\uFF61]/g;
const SPACE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * Text of strangers on one line, in which no mail program or chat finds a link or a mention: dots and colons
 * of addresses, and every @, are put in brackets. `length` is in characters of the text.
 */
export function inert(text: string, length: number): string {
  const line = text.replace(SPACE, ' ').replace(DOTS, '.').normalize('NFKC').trim();
  const characters = [...line];
  const cut = characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
  return cut
    .replace(/(?<=[^\s.])\.(?=[^\s.])/g, '[.]')
    .replace(/(?<=\p{L}):(?=\S)/gu, '[:]')
    .replaceAll('@', '[@]');
}
