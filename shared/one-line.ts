const SPACE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu;
/** Dots that browsers read as those of a host name. */
const DOTS = /[\u3002\uFF0E\uFF61]/g;

/** Text of strangers on one line, without characters that show nothing; `length` is in characters. */
export function oneLine(text: string, length: number): string {
  const line = text.replace(SPACE, ' ').replace(DOTS, '.').normalize('NFKC').trim();
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
}
