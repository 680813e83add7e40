import type { Readable } from './text.ts';

const LINK = /https?:\/\/[^\s<>"'`\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069]+/giu;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Unique web links of a message, in order. */
export function findLinks({ subject, body }: Readable): string[] {
  const found = [...`${subject}\n${body}`.matchAll(LINK)].map(([link]) => trimmed(link));
  return [...new Set(found.filter((link) => URL.canParse(link)))];
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
