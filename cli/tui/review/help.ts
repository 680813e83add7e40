import type { Line } from './text.ts';

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['a', 'approve what waits for approval (?): it is sent'],
  ['d', 'deny it, with a reason if you like: it is never sent'],
  ['r', 'release what is in quarantine (Q)'],
  ['b', 'block it for good'],
  ['e', 'edit what goes out in your editor; it is sent in place of the original'],
  ['', ''],
  ['j k ↓ ↑', 'next, previous; lines while the message has the focus'],
  ['g G', 'first, last'],
  ['PgUp PgDn', 'a page; so do ctrl-b and ctrl-f'],
  ['n N', 'next, previous that still waits; mark, while the focus is on lines'],
  ['space', 'a page of the message, wherever the focus is'],
  ['l h tab', 'into the message, back to the list'],
  ['x X', 'select, select none; a d r b then mean the selected'],
  ['/', 'only what contains these words: address, subject, mailbox, finding'],
  ['f m', 'only one kind (to approve, quarantined out or in); only one mailbox'],
  ['s', 'the newest first, the oldest first; esc ends all filters'],
  ['c', 'take what is decided (✓ you, - elsewhere) off the list'],
  ['y o', 'copy the id; open the HTML or an attachment in your own program'],
  ['M', 'mouse off, to select text with it, and on: click selects, wheel scrolls'],
  ['R', 'look again'],
  ['q', 'quit'],
  ['', ''],
  ['', 'There is no undo. What you have not seen to its end is never part'],
  ['', 'of a batch, and alone only after a question.'],
];

const KEYS_WIDTH = 12;

export function helpLines(): Line[] {
  return KEYS.map(([keys, meaning]) => [
    { text: ` ${keys}`.padEnd(KEYS_WIDTH), tone: 'strong' },
    { text: meaning },
  ]);
}
