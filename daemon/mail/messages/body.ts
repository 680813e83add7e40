import { shownText } from '../../content/stored-text/redaction.ts';
import { preview } from '../../content/stored-text/text.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { MessageBodiesTable } from '../../platform/store/schema.ts';
import type { MailContext } from '../context.ts';
import type { MessageRow } from './table.ts';

/** Text of messages as readers get it. Every reader of `message_bodies` goes through here. */

/** Bytes that suffice for a preview, even behind many short tags. */
const PREVIEW_SOURCE = 16_000;

const findBody = prepareQuery<Pick<MessageBodiesTable, 'message_id'>>()((db, param) =>
  db
    .selectFrom('message_bodies')
    .select(['text', 'pii_spans', 'html_text', 'html_pii_spans'])
    .where('message_id', '=', param('message_id')),
);

/** The content of a message as readers get it. */
export interface ShownTexts {
  /** Null while unparsed, or when personal data could not be cleared. */
  readonly text: string | null;
  /** Text made from the HTML; null as for `text`, absent when there is no HTML or it says the same. */
  readonly htmlText?: string | null;
}

/** For readers from whom the text is withheld. */
export const NO_TEXTS: ShownTexts = { text: null };

/** The whole texts of a message. */
export async function shownTexts(
  context: Pick<MailContext, 'store' | 'secrets'>,
  row: MessageRow,
): Promise<ShownTexts> {
  const [stored] = (await findBody(context.store.read, { message_id: row.id })).rows;
  if (!stored) return { text: null };
  const text = shownText(context, row, stored);
  const { html_text, html_pii_spans } = stored;
  if (row.has_html === 0 || html_text === '') return { text };
  return { text, htmlText: shownText(context, row, { text: html_text, pii_spans: html_pii_spans }) };
}

/** Previews of messages in redacting mailboxes, by id; a missing one must not be shown. */
export async function shownPreviews(
  context: Pick<MailContext, 'store' | 'secrets'>,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, string>> {
  const redacted = new Map(rows.filter((row) => row.pii_mode !== 'passthrough').map((row) => [row.id, row]));
  if (redacted.size === 0) return new Map();
  const { read: db } = context.store;
  const { beginning, listOf } = dialectOf(db);
  const bodies = await db
    .selectFrom('message_bodies')
    .select(['message_id', 'pii_spans'])
    .select(beginning('text', PREVIEW_SOURCE).as('text'))
    .where('message_id', 'in', listOf([...redacted.keys()]))
    .execute();
  return new Map(
    bodies.map((body) => {
      const row = redacted.get(body.message_id);
      return [body.message_id, preview((row && shownText(context, row, body)) ?? '')];
    }),
  );
}
