import { setImmediate } from 'node:timers/promises';
import { textFromHtml } from '../../content/mime/parse.ts';
import { type MarkdownBody, MOST_HTML, MOST_TEXT } from '../../content/reply-text/markdown-body.ts';
import { type ReplyText, replyText } from '../../content/reply-text/reply-text.ts';
import type { MailContext } from '../context.ts';
import { shownTexts } from './body.ts';
import type { MarkdownBodies } from './markdown.ts';
import type { MessageRow } from './table.ts';

/** Messages, and how their reader gets them. */
interface Asked {
  readonly isWithheld: (row: MessageRow) => boolean;
  readonly markdown: MarkdownBodies;
}

/**
 * The words that inbound messages add, without quoted history, by message ID. Null for a text that is
 * withheld or longer than 100,000 characters.
 */
export async function newWordsOf(
  context: Pick<MailContext, 'store' | 'secrets'>,
  rows: readonly MessageRow[],
  { isWithheld, markdown }: Asked,
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const row of rows) {
    if (row.direction !== 'inbound') continue;
    found.set(row.id, isWithheld(row) ? null : await newWords(context, row, markdown.get(row.id)));
    // Long texts take milliseconds each; other requests go in between.
    await setImmediate();
  }
  return found;
}

async function newWords(...asked: Parameters<typeof replyOf>): Promise<string | null> {
  return (await replyOf(...asked))?.text ?? null;
}

/** The parts of a text that its reader gets, or of its Markdown. Null as for `newWordsOf`. */
export async function replyOf(
  context: Pick<MailContext, 'store' | 'secrets'>,
  row: MessageRow,
  body: MarkdownBody | undefined,
): Promise<ReplyText | null> {
  if (body !== undefined) return body.reply;
  const { text } = await shownTexts(context, row);
  if (text === null || text.length > MOST_TEXT) return null;
  const html = await htmlAlone(context, row, text);
  return replyText(html === null ? { text, html: null } : { text: null, html });
}

/** The HTML of a message without a text part: it tells quotes better than the text made from it. */
async function htmlAlone(
  { store }: Pick<MailContext, 'store'>,
  row: MessageRow,
  text: string,
): Promise<string | null> {
  if (row.has_html === 0 || row.pii_mode !== 'passthrough') return null;
  const stored = await store.read
    .selectFrom('message_bodies')
    .select('html')
    .where('message_id', '=', row.id)
    .executeTakeFirst();
  const html = stored?.html ?? null;
  if (html === null || html.length > MOST_HTML) return null;
  return textFromHtml(html) === text ? html : null;
}
