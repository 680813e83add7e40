import { MAX_HTML_LENGTH } from '../../content/mime/html-text.ts';
import type { MailContext } from '../context.ts';
import type { MessageRow } from './table.ts';

/**
 * The message's HTML, sanitized for display: no scripts, no requests, no referrer. Null without HTML, when
 * sanitizing fails, and under redaction; readers then get text.
 */
export async function shownHtml(
  { store, analysis }: Pick<MailContext, 'store' | 'analysis'>,
  row: MessageRow,
): Promise<string | null> {
  if (row.pii_mode !== 'passthrough') return null;
  const stored = await store.read
    .selectFrom('message_bodies')
    .select('html')
    .where('message_id', '=', row.id)
    .executeTakeFirst();
  const source = stored?.html ?? null;
  if (source === null || source.length > MAX_HTML_LENGTH) return null;
  const outcome = await analysis.sanitize({ source, active: 'remove', links: 'guarded' });
  return outcome?.kind === 'clean' ? outcome.html : null;
}
