const BITS = 15;
/** Each character moves the hash by a third of its bits, so that it speaks of the last three. */
const SHIFT = BITS / 3;
const LENGTH = 3;

/** Says of many keywords whether they are in a text, which is read once for all of them. */
export function keywordSearch(text: string): (keyword: string) => boolean {
  const mask = (1 << BITS) - 1;
  const seen = new Uint8Array(1 << BITS);
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    hash = ((hash << SHIFT) ^ text.charCodeAt(index)) & mask;
    seen[hash] = 1;
  }
  return (keyword) => {
    let wanted = 0;
    for (let index = 0; index < LENGTH; index++) {
      wanted = ((wanted << SHIFT) ^ keyword.charCodeAt(index)) & mask;
    }
    return (keyword.length < LENGTH || seen[wanted] === 1) && text.includes(keyword);
  };
}
