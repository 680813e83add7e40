import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import type { MailboxRow } from '../mailboxes/table.ts';
import { INDEXED_CHARACTERS, nextMatches } from '../store/sqlite/search.ts';
import type { Queries } from '../store/store.ts';
import type { StoredText } from './redaction.ts';
import { searchableText } from './search-index.ts';
import type { MessageRow, selectMessages } from './table.ts';
import { codePoints, foldForSearch } from './text.ts';

/** The message after which a search goes on, towards older ones. */
export interface Position {
  readonly created_at: number;
  readonly seq: number;
}

interface Search {
  /** Folded. */
  readonly term: string;
  /** Only messages older than this one. */
  readonly before: Position | null;
  readonly limit: number;
  /** The messages that all other filters let through, found by their time in the mailbox or by their number. */
  readonly select: (by: 'time' | 'seq') => ReturnType<typeof selectMessages>;
  readonly signal: AbortSignal;
}

/** The index writes mailboxes in these characters beside the text: what it finds of them may be no text. */
const PLACES = /[\ue000-\uf8ff]/;
/** Messages that are looked into in one go: few at first, since most pages need no more. */
const MOST_CANDIDATES = 200;

/** The folded term, or the refusal of one that is too short or too long. */
export function searchTerm(search: string | undefined): string | null {
  if (search === undefined) return null;
  const term = foldForSearch(search).trim();
  if (codePoints(term) < LIMITS.searchCharacters.min) {
    throw new ServiceError('SEARCH_TERM_TOO_SHORT', { min_search_length: LIMITS.searchCharacters.min });
  }
  return term;
}

/**
 * Messages that contain a term, newest first: those in the index from there, older ones by reading them. Either way
 * only what readers get of a message counts.
 */
export async function searchMessages(
  context: Context,
  mailbox: MailboxRow,
  search: Search,
): Promise<MessageRow[]> {
  const { unindexed_before: boundary } = mailbox;
  const atLeast = boundary === null ? 0 : await seqAt(context.store.read, mailbox.id, boundary);
  const found = await indexed(context, mailbox.id, search, atLeast);
  if (boundary === null || found.length === search.limit) return found;
  const left = { ...search, limit: search.limit - found.length };
  return [...found, ...(await readThrough(context, left, boundary))];
}

async function indexed(
  context: Context,
  mailboxId: string,
  search: Search,
  atLeast: number,
): Promise<MessageRow[]> {
  const { term, limit, signal } = search;
  const rows: MessageRow[] = [];
  let below = search.before?.seq ?? Number.MAX_SAFE_INTEGER;
  for (let size = limit; !signal.aborted; size = Math.min(size * 4, MOST_CANDIDATES)) {
    const matches = await nextMatches(context.store.read, { mailboxId, term, below, atLeast, limit: size });
    const candidates = (select: Search['select']) =>
      select('seq')
        .where('messages.seq', 'in', sql<number>`(select value from json_each(${JSON.stringify(matches)}))`)
        .orderBy('messages.seq', 'desc');
    const found =
      codePoints(term) === INDEXED_CHARACTERS && !PLACES.test(term)
        ? await candidates(search.select).execute()
        : lookInto(context, await withText(candidates(search.select)).execute(), term);
    rows.push(...found.slice(0, limit - rows.length));
    const last = matches.at(-1);
    if (last === undefined || matches.length < size || rows.length === limit) break;
    below = last;
    await turn();
  }
  return rows;
}

/** Number of the first message from a time on; larger than any when there is none. */
async function seqAt(db: Queries, mailboxId: string, at: number): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select('seq')
    .where('mailbox_id', '=', mailboxId)
    .where('created_at', '>=', at)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? Number.MAX_SAFE_INTEGER;
}

/** Looks into the messages before a time one by one, and lets others have their turn in between. */
async function readThrough(context: Context, search: Search, boundary: number): Promise<MessageRow[]> {
  const rows: MessageRow[] = [];
  let before = boundary;
  while (!search.signal.aborted) {
    const candidates = await withText(search.select('time').where('messages.created_at', '<', before))
      .orderBy('messages.created_at', 'desc')
      .limit(MOST_CANDIDATES)
      .execute();
    rows.push(...lookInto(context, candidates, search.term).slice(0, search.limit - rows.length));
    const last = candidates.at(-1);
    if (last === undefined || candidates.length < MOST_CANDIDATES || rows.length === search.limit) break;
    before = last.created_at;
    await turn();
  }
  return rows;
}

function withText(messages: ReturnType<Search['select']>) {
  return messages
    .leftJoin('message_bodies', 'message_bodies.message_id', 'messages.id')
    .select(['message_bodies.text', 'message_bodies.pii_spans']);
}

/** Those of the messages in which a reader finds the term. */
function lookInto(
  context: Context,
  candidates: readonly (MessageRow & StoredText)[],
  term: string,
): MessageRow[] {
  return candidates
    .filter(({ text, pii_spans, ...row }) =>
      searchableText(context, row, row.subject, { text, pii_spans }).includes(term),
    )
    .map(({ text: _text, pii_spans: _spans, ...row }) => row);
}
