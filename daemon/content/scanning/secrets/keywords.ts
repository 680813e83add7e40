const BITS = 15;
const MASK = (1 << BITS) - 1;
/** A short hash speaks of the last three characters, a long one of the last five. */
const SHORT = { length: 3, shift: 5 } as const;
const LONG = { length: 5, shift: 3 } as const;

function hashOf(keyword: string, { length, shift }: typeof SHORT | typeof LONG): number {
  let hash = 0;
  for (let index = 0; index < length; index++) hash = ((hash << shift) ^ keyword.charCodeAt(index)) & MASK;
  return hash;
}

/** Says of many keywords whether they are in a text, which is read once for all of them. */
export function keywordSearch(text: string): (keyword: string) => boolean {
  const short = new Uint8Array(1 << BITS);
  const long = new Uint8Array(1 << BITS);
  let shortHash = 0;
  let longHash = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    shortHash = ((shortHash << SHORT.shift) ^ code) & MASK;
    longHash = ((longHash << LONG.shift) ^ code) & MASK;
    short[shortHash] = 1;
    long[longHash] = 1;
  }
  return (keyword) => {
    if (keyword.length >= SHORT.length && short[hashOf(keyword, SHORT)] !== 1) return false;
    if (keyword.length >= LONG.length && long[hashOf(keyword, LONG)] !== 1) return false;
    return text.includes(keyword);
  };
}
