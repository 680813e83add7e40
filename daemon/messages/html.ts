import type { Context } from '../context.ts';
import { MAX_HTML_LENGTH } from '../inbound/mime/html-text.ts';
import type { MessageRow } from './table.ts';

/**
 * The HTML of a message, safe to show: nothing runs, nothing is fetched, links say nothing of where they were
 * followed. Null when there is none, when it cannot be made safe, and where personal data is hidden: text is
 * shown then.
 */
export async function shownHtml(
  { store, analysis }: Pick<Context, 'store' | 'analysis'>,
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
