import { type HeldItem, type HeldNotice, linesOf, moreLine, waitingLine } from '../notice.ts';

/** A post to a service. */
export interface NoticePost {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Bytes for messages by name; Discord takes 2,000 characters, ntfy 4,096 bytes. */
const ROOM = 1400;
const NAMED = 5;

/**
 * Messages that fit into a post, each as written by `write`, and a last line that counts the others and all
 * that wait.
 */
export function fitted(notice: HeldNotice, write: (item: HeldItem) => string): string[] {
  const named: string[] = [];
  let bytes = 0;
  for (const item of notice.items.slice(0, NAMED)) {
    const text = write(item);
    bytes += Buffer.byteLength(text);
    if (bytes > ROOM) break;
    named.push(text);
  }
  const more = moreLine(notice, named.length);
  return [...named, [...(more === null ? [] : [more]), waitingLine(notice)].join(' ')];
}

export function plainItem(item: HeldItem): string {
  return linesOf(item).join('\n');
}
