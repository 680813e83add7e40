import { sql } from 'kysely';
import type { QueryOf } from '../../shared/contract/endpoint.ts';
import { UUID_SHAPE } from '../../shared/contract/fields.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { listMessages as contract } from '../../shared/contract/reading.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { resolveMailbox } from '../mailboxes/table.ts';
import { trustedMessages } from '../senders/trust/evaluate.ts';
import { searchMatches } from '../store/sqlite/search.ts';
import type { Queries } from '../store/store.ts';
import { type MessageListItem, projectListItem } from './project.ts';
import { DEFAULT_VIEW, stateIn } from './states.ts';
import { selectMessages } from './table.ts';
import { codePoints, foldForSearch } from './text.ts';

type Query = QueryOf<typeof contract>;

/** Messages of a mailbox that match every filter, newest first. */
export async function listMessages(
  context: Context,
  principal: Principal,
  mailboxReference: string,
  query: Query,
): Promise<{ messages: MessageListItem[] }> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, mailboxReference, 'denied_403');
  const term = searchTerm(query.search);
  const before = query.before === undefined ? null : await positionOf(db, mailbox.id, query.before);
  const rows = await filtered(db, mailbox.id, query, term, before)
    .orderBy('messages.created_at', 'desc')
    .limit(query.limit ?? LIMITS.messagePage.default)
    .execute();
  const how = {
    view: query.view ?? 'summary',
    dashboardBase: context.config.dashboardBase,
    trusted: await trustedMessages(context, principal, rows),
  };
  return { messages: rows.map((row) => projectListItem(row, how)) };
}

function filtered(db: Queries, mailboxId: string, query: Query, term: string | null, before: number | null) {
  const states = query.include_firewall_blocked
    ? [...DEFAULT_VIEW, 'firewall_blocked' as const]
    : DEFAULT_VIEW;
  let rows = selectMessages(db)
    .where('messages.mailbox_id', '=', mailboxId)
    .where('messages.state', '!=', 'deleted')
    .where(query.status ? sql<boolean>`messages.state = ${query.status}` : stateIn(states));
  if (before !== null) rows = rows.where('messages.created_at', '<', before);
  if (query.unread) {
    rows = rows.where('messages.direction', '=', 'inbound').where('messages.read_at', 'is', null);
  }
  if (query.direction) rows = rows.where('messages.direction', '=', query.direction);
  if (query.starred !== undefined) rows = rows.where('messages.starred', '=', query.starred ? 1 : 0);
  if (query.has_attachment !== undefined) {
    rows = rows.where('messages.has_attachment', '=', query.has_attachment ? 1 : 0);
  }
  if (query.since) rows = rows.where('messages.created_at', '>=', Date.parse(query.since));
  if (query.until) rows = rows.where('messages.created_at', '<', Date.parse(query.until));
  if (query.sender) {
    const pattern = `%${query.sender.toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`;
    rows = rows.where(sql<boolean>`lower(messages.sender) like ${pattern} escape '\\'`);
  }
  if (term !== null) rows = rows.where(searchMatches(term));
  return rows;
}

/** The folded term, or the refusal of one that is too short or too long. */
function searchTerm(raw: string | undefined): string | null {
  if (raw === undefined) return null;
  const term = foldForSearch(raw).trim();
  if (codePoints(term) < LIMITS.searchCharacters.min) {
    throw new ServiceError('SEARCH_TERM_TOO_SHORT', { min_search_length: LIMITS.searchCharacters.min });
  }
  return term;
}

/** `created_at` of the message that a page begins after; deleted rows stay valid positions. */
async function positionOf(db: Queries, mailboxId: string, id: string): Promise<number> {
  const row = UUID_SHAPE.test(id)
    ? await db
        .selectFrom('messages')
        .select('created_at')
        .where('id', '=', id.toLowerCase())
        .where('mailbox_id', '=', mailboxId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new ServiceError('INVALID_CURSOR');
  return row.created_at;
}
