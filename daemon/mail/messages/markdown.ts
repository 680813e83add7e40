import { MAX_HTML_LENGTH } from '../../content/mime/html-text.ts';
import type { MarkdownBody } from '../../content/reply-text/markdown-body.ts';
import type { MailContext } from '../context.ts';
import type { MessageRow } from './table.ts';

/** Markdown of messages with HTML, by message ID. */
export type MarkdownBodies = ReadonlyMap<string, MarkdownBody>;

/**
 * The HTML of messages as Markdown. Missing for text alone, for a reader from whom text is withheld, and
 * where the mailbox redacts, since personal data is known by its place in the text; readers then get the
 * text.
 */
export async function markdownBodies(
  { store, analysis }: Pick<MailContext, 'store' | 'analysis'>,
  rows: readonly MessageRow[],
  isWithheld: (row: MessageRow) => boolean,
): Promise<MarkdownBodies> {
  const found = new Map<string, MarkdownBody>();
  for (const row of rows) {
    if (row.has_html === 0 || row.pii_mode !== 'passthrough' || isWithheld(row)) continue;
    const html = await htmlOf(store, row);
    const body = html === null ? null : await analysis.markdown(html);
    if (body !== null && body.markdown !== '') found.set(row.id, body);
  }
  return found;
}

async function htmlOf(store: MailContext['store'], { id }: MessageRow): Promise<string | null> {
  const stored = await store.read
    .selectFrom('message_bodies')
    .select('html')
    .where('message_id', '=', id)
    .executeTakeFirst();
  const html = stored?.html ?? null;
  return html === null || html.length > MAX_HTML_LENGTH ? null : html;
}
