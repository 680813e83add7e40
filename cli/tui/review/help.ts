import type { ScreenSize } from '../screen-output.ts';
import { layoutOf } from './layout.ts';
import { type TextLine, wrap } from './text.ts';

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['a', 'approve and send a message that waits for review'],
  ['d', 'deny it, with an optional reason: it is never sent'],
  ['r', 'release a quarantined message'],
  ['b', 'block it permanently'],
  ['e', 'edit an outbound message in your editor, and send your version'],
  ['z', 'undo the decision under the cursor, or your last one, until it takes effect'],
  ['', ''],
  ['j k ↓ ↑', 'next, previous; scrolls while the message has the focus'],
  ['g G', 'first, last'],
  ['PgUp PgDn', 'one page; also ctrl-b and ctrl-f'],
  ['n N', 'next, previous undecided message; next, previous mark in the message'],
  ['space', 'one page of the message, from list or message'],
  ['l h tab', 'focus the message; back to the list'],
  ['x X', 'select, clear the selection; a d r b then apply to the selection'],
  ['/', 'filter by text in address, subject, mailbox or finding'],
  ['f m', 'show one kind (to approve, quarantined out or in); show one mailbox'],
  ['s', 'newest first, oldest first; esc clears all filters'],
  ['c', 'remove decided messages from the list'],
  ['y o', 'copy the ID; open the HTML or an attachment in another program'],
  ['M', 'turn the mouse off, to select text, or on, to click and scroll'],
  ['R', 'reload'],
  ['q', 'quit'],
  ['', ''],
  ['', "Messages that you haven't read to the end are left out of batches, and need"],
  ['', 'confirmation on their own, as do those in which the scan proved an attack.'],
];

const KEYS_WIDTH = 12;

export interface HelpPage {
  readonly lines: readonly TextLine[];
  /** The first line of the next page; undefined on the last one. */
  readonly next: number | undefined;
}

/** The lines that the screen has room for, from the given one on. */
export function helpPage(size: ScreenSize, from: number): HelpPage {
  const lines = helpLines(size.columns);
  const next = from + layoutOf(size).queue.height;
  return { lines: lines.slice(from, next), next: next < lines.length ? next : undefined };
}

/** The keys, with their meanings wrapped beside them. */
function helpLines(width: number): TextLine[] {
  return KEYS.flatMap(([keys, meaning]) =>
    wrap([{ text: meaning }], Math.max(width - KEYS_WIDTH, KEYS_WIDTH)).map((line, index) => [
      { text: (index === 0 ? ` ${keys}` : '').padEnd(KEYS_WIDTH), tone: 'strong' as const },
      ...line,
    ]),
  );
}
