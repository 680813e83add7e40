import { sanitizeHtml } from '../../../../daemon/content/html/sanitize.ts';
import { readHtml } from '../../../../daemon/content/scanning/normalize/html.ts';
import { readingOf, withoutMarkup } from '../../../../daemon/content/scanning/normalize/html-reading.ts';
import { prepareMessage } from '../../../../daemon/content/scanning/prepare.ts';
import { differenceOf } from '../../../../daemon/content/scanning/same-words.ts';
import { inbound } from '../support.ts';
import { letter, WORD } from './tricks.ts';

/** The answers of the daemon about a letter whose word a browser shows or hides. */

/** The piece's letter as it is sent, and as our page shows it; empty when nothing of it is. */
export function sanitized(source: string): string {
  const outcome = sanitizeHtml({ source, active: 'remove', links: 'guarded' });
  return (outcome.kind === 'clean' && outcome.html) || '';
}

/**
 * Whether the HTML, which has the word, counts as saying the same as some text that has it too. A mail's
 * author chooses the text, so two are tried: all that stands between the tags, and all that counts as
 * visible.
 */
export function countsAsSame(html: string): boolean {
  const reading = withoutMarkup(readingOf(html));
  const between = html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' ');
  const seen = reading.pieces.map(({ kind, text }) => (/seen|break|marker/.test(kind) ? text : ''));
  const visible = reading.pieces.map(({ kind, text }) => (/^(?:seen|break|marker)$/.test(kind) ? text : ''));
  return [between, seen.join(' '), visible.join(' ')]
    .filter((text) => text.includes(WORD))
    .some((text) => differenceOf(text, reading) === null);
}

/** Whether the HTML counts as saying the same as a text without its word. */
export function countsAsSameWithout(html: string): boolean {
  const reading = readingOf(html);
  const seen = reading.pieces.map(({ kind, text }) => (/^(?:seen|break|marker)$/.test(kind) ? text : ''));
  return differenceOf(seen.join(' ').replaceAll(WORD, ''), reading) === null;
}

/** Whether any scanner reads the word of a mail with other text. */
export async function isScanned(piece: string): Promise<boolean> {
  const { parts } = await prepareMessage(inbound({ text: 'Hello', html: letter(piece, WORD) }));
  return parts.some(({ normal }) => normal.includes(WORD));
}

/** Whether the scan of incoming mail reads the word as one that a person sees. */
export function isVisible(piece: string): boolean {
  return readHtml(letter(piece, WORD)).visible.text.includes(WORD);
}
