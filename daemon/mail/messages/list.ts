import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { MessageListItem } from '../../../shared/contract/messages.ts';
import type { listMessages as contract } from '../../../shared/contract/reading.ts';
import type { Principal } from '../../access/principal.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import type { Queries } from '../../platform/store/store.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { IS_OPEN } from './denials.ts';
import { filterConditions } from './filters.ts';
import { projectListItem } from './project.ts';
import { projectionFor } from './projection.ts';
import { readableTo } from './readable.ts';
import { type SearchPosition, searchMessages, searchTerm } from './search.ts';
import { selectMessages } from './table.ts';

type ListMessagesQuery = QueryOf<typeof contract>;

interface ListMessagesInput {
  readonly mailboxReference: string;
  readonly query: ListMessagesQuery;
  readonly hungUp: () => AbortSignal;
}

/**
 * Messages of a mailbox that match every filter, newest first unless the query sorts otherwise. A search ends
 * when the caller hangs up.
 */
export async function listMessages(
  context: MailContext,
  principal: Principal,
  { mailboxReference, query, hungUp }: ListMessagesInput,
): Promise<{ messages: MessageListItem[] }> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, { reference: mailboxReference, unbound: 'denied_403' });
  const term = searchTerm(query.search);
  const isOldestFirst = query.sort === 'oldest';
  if (term !== null && isOldestFirst) throw invalidField('sort', 'must be newest in a search');
  const before = await positionOf(db, mailbox.id, query.before);
  const after = await positionOf(db, mailbox.id, query.after);
  const limit = query.limit ?? LIMITS.messagePage.default;
  const { text, names } = readableTo(principal, query.quarantine_access);
  const select = (by: 'time' | 'seq') => {
    const rows = filtered(db, query, { mailboxId: mailbox.id, before, after, by, names });
    // A match would reveal the withheld text.
    return term === null ? rows : rows.where(text);
  };
  const rows =
    term === null
      ? await select('time')
          .orderBy('messages.created_at', isOldestFirst ? 'asc' : 'desc')
          .limit(limit)
          .execute()
      : await searchMessages(context, mailbox, { term, before, limit, select, signal: hungUp() });
  const how = await projectionFor(context, principal, { rows, ...query });
  return { messages: rows.map((row) => projectListItem(row, how)) };
}

interface MessageWindow {
  readonly mailboxId: string;
  readonly before: SearchPosition | null;
  readonly after: SearchPosition | null;
  readonly by: 'time' | 'seq';
  readonly names: RawBuilder<boolean>;
}

function filtered(
  db: Queries,
  query: ListMessagesQuery,
  { mailboxId, before, after, by, names }: MessageWindow,
) {
  let rows = selectMessages(db)
    // By number, the index of the mailbox would be scanned whole for a few rows.
    .where(
      by === 'seq' ? dialectOf(db).unindexed('messages.mailbox_id') : sql.ref<string>('messages.mailbox_id'),
      '=',
      mailboxId,
    );
  if (before !== null) rows = rows.where('messages.created_at', '<', before.created_at);
  if (after !== null) rows = rows.where('messages.created_at', '>', after.created_at);
  if (query.denied) rows = rows.where(IS_OPEN);
  for (const condition of filterConditions(db, query, names)) rows = rows.where(condition);
  return rows;
}

/** Place of a message in its mailbox; deleted rows stay valid positions. */
async function positionOf(
  db: Queries,
  mailboxId: string,
  id: string | undefined,
): Promise<SearchPosition | null> {
  if (id === undefined) return null;
  const row = UUID_SHAPE.test(id)
    ? await db
        .selectFrom('messages')
        .select(['created_at', 'seq'])
        .where('id', '=', id.toLowerCase())
        .where('mailbox_id', '=', mailboxId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new ServiceError('INVALID_CURSOR');
  return row;
}
