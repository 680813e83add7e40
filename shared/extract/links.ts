import type { Readable } from './text.ts';

const LINK = /https?:\/\/[^\s<>"'`\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069]+/giu;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** A link and the text before it, from the end of the previous link. */
interface PlacedLink {
  readonly link: string;
  readonly before: string;
}

/** Unique web links of a message, in order. */
export function findLinks(readable: Readable): string[] {
  return [...new Set(linksIn(readable).map(({ link }) => link))];
}

/** Web links of a message by their place. */
export function linksIn({ subject, body }: Readable): PlacedLink[] {
  const text = `${subject}\n${body}`;
  let end = 0;
  const placed = [...text.matchAll(LINK)].map(({ index, 0: found }) => {
    const before = text.slice(end, index);
    end = index + found.length;
    return { link: trimmed(found), before };
  });
  return placed.filter(({ link }) => URL.canParse(link));
}

/** Trailing punctuation belongs to the sentence, and so does a closing bracket that the link didn't open. */
function trimmed(link: string): string {
  const left = new Map<string, number>();
  for (const character of link) left.set(character, (left.get(character) ?? 0) + 1);
  let end = link.length;
  while (end > 0) {
    const last = link[end - 1] ?? '';
    const opening = CLOSING[last];
    const sentence = /[.,;:!?*_|]/.test(last);
    const unopened = opening !== undefined && (left.get(last) ?? 0) > (left.get(opening) ?? 0);
    if (!sentence && !unopened) break;
    left.set(last, (left.get(last) ?? 0) - 1);
    end--;
  }
  return link.slice(0, end);
}
