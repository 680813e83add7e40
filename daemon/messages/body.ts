import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { MessageBodiesTable } from '../store/schema.ts';
import { shownText } from './redaction.ts';
import type { MessageRow } from './table.ts';
import { preview } from './text.ts';

/** Text of messages as readers get it. Nothing that is shown reads `message_bodies` another way. */

/** Bytes that are enough for a preview, however much of them is hidden behind short tags. */
const PREVIEW_SOURCE = 16_000;

/** The beginning of a text. Taken by bytes: `substr` of a text ends at U+0000, which older rows may have. */
const beginning = sql<string | null>`cast(substr(cast(text as blob), 1, ${sql.lit(PREVIEW_SOURCE)}) as text)`;

const findBody = prepareQuery<Pick<MessageBodiesTable, 'message_id'>>()((db, slot) =>
  db.selectFrom('message_bodies').select(['text', 'pii_spans']).where('message_id', '=', slot('message_id')),
);

/** The whole text of a message; null while it is not read, or when it could not be cleared of personal data. */
export async function shownBody(
  context: Pick<Context, 'store' | 'secrets'>,
  row: MessageRow,
): Promise<string | null> {
  const [stored] = (await findBody(context.store.read, { message_id: row.id })).rows;
  return stored ? shownText(context, row, stored) : null;
}

/** Previews of messages in mailboxes that hide personal data, by id; what is missing here is not to be shown. */
export async function shownPreviews(
  context: Pick<Context, 'store' | 'secrets'>,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, string>> {
  const redacted = new Map(rows.filter((row) => row.pii_mode !== 'passthrough').map((row) => [row.id, row]));
  if (redacted.size === 0) return new Map();
  const bodies = await context.store.read
    .selectFrom('message_bodies')
    .select(['message_id', 'pii_spans', beginning.as('text')])
    .where(
      'message_id',
      'in',
      sql<string>`(select value from json_each(${JSON.stringify([...redacted.keys()])}))`,
    )
    .execute();
  return new Map(
    bodies.map((body) => {
      const row = redacted.get(body.message_id);
      return [body.message_id, preview((row && shownText(context, row, body)) ?? '')];
    }),
  );
}
