import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { searchMessages as contract, FoundMessage } from '../../../shared/contract/search.ts';
import type { Principal } from '../../access/principal.ts';
import { type CursorScope, readCursor, writeCursor } from '../../platform/store/cursor.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import type { MailContext } from '../context.ts';
import { inView, type MessageFilters, narrowingConditions } from '../messages/filters.ts';
import { projectListItem } from '../messages/project.ts';
import { projectionFor } from '../messages/projection.ts';
import { readableTo } from '../messages/readable.ts';
import { selectMessages } from '../messages/table.ts';
import { type FoundHit, findWindow } from './find.ts';
import { readSearchLine, type SearchTerm, subjectTerms } from './line.ts';
import { indexedParts } from './parts.ts';
import { matchesOf } from './pieces.ts';
import { searchScope } from './scope.ts';

type SearchQuery = CallOf<typeof contract>['query'];

interface SearchInput {
  readonly query: SearchQuery;
  readonly hungUp: () => AbortSignal;
}

/** Matches that are ranked together: the newest ones. */
const WINDOW = 200;
const FIRST = { below: Number.MAX_SAFE_INTEGER, offset: 0 };

/**
 * Messages with the words, of all mailboxes that the caller reads; a search ends when the caller hangs up.
 */
export async function searchMail(
  context: MailContext,
  principal: Principal,
  { query, hungUp }: SearchInput,
): Promise<ReplyOf<typeof contract>> {
  const db = context.store.read;
  const line = readSearchLine(query.q ?? '');
  const terms = [...line.terms, ...subjectTerms(query.subject)];
  const filters = [...line.filters, query];
  const mailboxes = [...(line.mailboxes ?? []), ...(query.mailbox?.split(',') ?? [])];
  const scope = await searchScope(db, principal, mailboxes.length === 0 ? null : mailboxes);
  if (scope.mailboxIds?.length === 0) return { messages: [], next_cursor: null };
  const cursors = cursorScope(principal, query);
  const place = query.cursor === undefined ? FIRST : readPlace(context, cursors, query.cursor);
  const limit = query.limit ?? LIMITS.searchPage.default;
  const { hits, next } = await findWindow(context, principal, {
    scope,
    terms,
    parts: indexedParts(terms, filters),
    conditions: conditionsOf(context, principal, { query, filters, terms }),
    below: place.below,
    most: terms.length === 0 ? place.offset + limit : WINDOW,
    signal: hungUp(),
  });
  const page = hits.slice(place.offset, place.offset + limit);
  const follows = followingPlace({ hits, next }, { place, limit });
  return {
    messages: await messagesOf(context, principal, { query, page, terms }),
    next_cursor: follows === null ? null : writeCursor(context.secrets, cursors, follows),
  };
}

interface Conditions {
  readonly query: SearchQuery;
  readonly filters: readonly MessageFilters[];
  readonly terms: readonly SearchTerm[];
}

function conditionsOf(
  { store: { read: db } }: MailContext,
  principal: Principal,
  { query, filters, terms }: Conditions,
) {
  const { text, names } = readableTo(principal, query.quarantine_access);
  const states = filters.flatMap(({ status }) => status ?? []);
  return [
    inView(states, query.include_firewall_blocked),
    ...filters.flatMap((each) => narrowingConditions(db, each, names)),
    // A match would reveal the withheld text.
    ...(terms.length > 0 ? [text] : []),
  ];
}

/** Cursors go on with the same search only. */
function cursorScope({ account, keyId, sessionId }: Principal, query: SearchQuery): CursorScope {
  const { cursor: _, limit: __, ...filters } = query;
  return { list: 'messages.search', accountId: account.id, filters: { ...filters, keyId, sessionId } };
}

interface SearchPlace {
  /** The first number above the window. */
  readonly below: number;
  /** Matches of the window that earlier pages had. */
  readonly offset: number;
}

function readPlace({ secrets }: MailContext, scope: CursorScope, cursor: string): SearchPlace {
  const [below, offset] = readCursor(secrets, scope, cursor).split(' ').map(Number);
  return { below: below ?? 0, offset: offset ?? 0 };
}

interface ShownPage {
  readonly place: SearchPlace;
  readonly limit: number;
}

/** The place after a page; null at the end. */
function followingPlace(
  { hits, next }: { readonly hits: readonly FoundHit[]; readonly next: number | null },
  { place, limit }: ShownPage,
): string | null {
  const offset = place.offset + limit;
  if (offset >= hits.length) return next === null ? null : `${next} 0`;
  // Mail that comes in later doesn't change the window.
  const below = place === FIRST ? Math.max(...hits.map(({ row }) => row.seq)) + 1 : place.below;
  return `${below} ${offset}`;
}

interface PageOfHits {
  readonly query: SearchQuery;
  readonly page: readonly FoundHit[];
  readonly terms: readonly SearchTerm[];
}

async function messagesOf(
  context: MailContext,
  principal: Principal,
  { query, page, terms }: PageOfHits,
): Promise<FoundMessage[]> {
  const { read: db } = context.store;
  const rows = await selectMessages(db)
    .where('messages.seq', 'in', dialectOf(db).listOf(page.map(({ row }) => row.seq)))
    // Since its text was read.
    .where('messages.state', '!=', 'deleted')
    .execute();
  const how = await projectionFor(context, principal, { rows, ...query });
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return page.flatMap(({ row: { seq }, texts }) => {
    const row = bySeq.get(seq);
    if (!row) return [];
    const matches = how.isWithheld(row) ? [] : matchesOf(terms, texts);
    return [{ ...projectListItem(row, how), matches }];
  });
}
