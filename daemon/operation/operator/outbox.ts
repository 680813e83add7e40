import { type Selectable, sql } from 'kysely';
import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type * as contract from '../../../shared/contract/operator.ts';
import type { OutboxItem } from '../../../shared/contract/operator.ts';
import type { Context } from '../../context.ts';
import { deleteOutbox } from '../../mail/outbox/purge.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { readCursor, writeCursor } from '../../platform/store/cursor.ts';
import { cutPage } from '../../platform/store/page.ts';
import type { OutboxTable } from '../../platform/store/schema.ts';
import { spellings } from '../../platform/store/spellings.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { findAccount } from './accounts.ts';

type OutboxRow = Selectable<OutboxTable> & {
  readonly message_text: string | null;
  readonly message_html: string | null;
};

/** Items with their text, which may be that of their message. */
function selectItems(db: Queries) {
  return db
    .selectFrom('outbox')
    .leftJoin('message_bodies as body', (join) =>
      join.onRef('body.message_id', '=', 'outbox.message_id').on('outbox.text', 'is', null),
    )
    .selectAll('outbox')
    .select(['body.text as message_text', 'body.html as message_html']);
}

/** Items of the outbox, newest first. */
export async function listOutbox(
  context: Context,
  query: QueryOf<typeof contract.listOutbox>,
): Promise<ReplyOf<typeof contract.listOutbox>> {
  const { cursor, limit = LIMITS.outboxPage.default, ...filters } = query;
  const scope = { list: 'operator.outbox', accountId: null, filters };
  let rows = selectItems(context.store.read);
  if (cursor !== undefined)
    rows = rows.where('outbox.seq', '<', Number(readCursor(context.secrets, scope, cursor)));
  if (filters.to !== undefined)
    rows = rows.where(sql<string>`lower(outbox.recipient)`, 'in', spellings(filters.to.trim()));
  if (filters.kind) rows = rows.where('kind', '=', filters.kind);
  if (filters.purpose) rows = rows.where('purpose', '=', filters.purpose);
  if (filters.since) rows = rows.where('at', '>=', Date.parse(filters.since));
  if (filters.account) {
    rows = rows.where('outbox.account_id', '=', (await findAccount(context.store.read, filters.account)).id);
  }
  const found = await rows
    .orderBy('outbox.seq', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows: page, next_cursor } = cutPage(found, limit, (last) =>
    writeCursor(context.secrets, scope, String(last.seq)),
  );
  return {
    items: page.map(projectItem),
    next_cursor,
  };
}

export async function getOutboxItem(context: Context, id: string): Promise<OutboxItem> {
  return projectItem(await findItem(context, id));
}

/** The raw mail of an outbox item. */
export async function getOutboxRaw(context: Context, id: string): Promise<Buffer> {
  const item = await findItem(context, id);
  const raw = item.raw_blob_id === null ? null : await context.store.blobs.read(item.raw_blob_id);
  if (!raw) throw notFound('A text message has no source to download.');
  return raw;
}

export async function emptyOutbox(context: Context): Promise<{ deleted: number }> {
  // Items added meanwhile stay.
  const before = context.clock.now() + 1;
  let deleted = 0;
  for (
    let batch = await deleteOutbox(context, before);
    batch > 0;
    batch = await deleteOutbox(context, before)
  ) {
    deleted += batch;
  }
  return { deleted };
}

async function findItem(context: Context, id: string): Promise<OutboxRow> {
  const row = await selectItems(context.store.read).where('outbox.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Outbox item not found.');
  return row;
}

function projectItem(row: OutboxRow): OutboxItem {
  return {
    id: row.id,
    kind: row.kind,
    at: isoTime(row.at),
    to: row.recipient,
    from: row.sender,
    subject: row.subject,
    text: row.text ?? row.message_text ?? '',
    html: row.html ?? row.message_html,
    raw_url: row.raw_blob_id === null ? null : `/operator/v1/outbox/${row.id}/raw`,
    account_id: row.account_id,
    message_id: row.message_id,
    purpose: row.purpose as OutboxItem['purpose'],
  };
}
