import { setImmediate as turn } from 'node:timers/promises';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { searchableText } from '../../content/stored-text/search-index.ts';
import { codePoints, foldForSearch } from '../../content/stored-text/text.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import type { StoredText } from '../../platform/store/ports.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { byWeight } from './by-weight.ts';
import type { MessageRow, selectMessages } from './table.ts';

/** The message after which a search continues, towards older ones. */
export interface SearchPosition {
  readonly created_at: number;
  readonly seq: number;
}

interface Search {
  /** Folded. */
  readonly term: string;
  /** Only messages older than this one. */
  readonly before: SearchPosition | null;
  readonly limit: number;
  /** Messages that pass all other filters, by creation time or number. */
  readonly select: (by: 'time' | 'seq') => ReturnType<typeof selectMessages>;
  readonly signal: AbortSignal;
}

/** Candidates per read: few at first, since most pages need no more. */
const MOST_CANDIDATES = 200;
/** Bytes that are searched before other work gets its turn. */
const BYTES_AT_ONCE = 1_000_000;

/** Returns the folded term; refuses one that's too short or too long. */
export function searchTerm(search: string | undefined): string | null {
  if (search === undefined) return null;
  const term = foldForSearch(search).trim();
  const { min, max } = LIMITS.searchCharacters;
  const characters = codePoints(term);
  if (characters < min) throw new ServiceError('SEARCH_TERM_TOO_SHORT', { min_search_length: min });
  if (characters > max) throw invalidField('search', `must have at most ${max} characters`);
  return term;
}

/**
 * Messages that contain a term in the text that readers get, newest first: from the index, then older ones by
 * reading them.
 */
export async function searchMessages(
  context: MailContext,
  mailbox: MailboxRow,
  search: Search,
): Promise<MessageRow[]> {
  const { unindexed_before: boundary } = mailbox;
  const atLeast = boundary === null ? 0 : await seqAt(context.store.read, mailbox.id, boundary);
  const found = await indexed(context, { mailboxId: mailbox.id, search, atLeast });
  if (boundary === null || found.length === search.limit) return found;
  const left = { ...search, limit: search.limit - found.length };
  return [...found, ...(await readThrough(context, left, boundary))];
}

interface IndexedInput {
  readonly mailboxId: string;
  readonly search: Search;
  readonly atLeast: number;
}

async function indexed(
  context: MailContext,
  { mailboxId, search, atLeast }: IndexedInput,
): Promise<MessageRow[]> {
  const { term, limit, signal } = search;
  const { read, search: index } = context.store;
  const isExact = await index.isExact(mailboxId, term);
  const rows: MessageRow[] = [];
  let below = search.before?.seq ?? Number.MAX_SAFE_INTEGER;
  for (let size = limit; !signal.aborted; size = Math.min(size * 4, MOST_CANDIDATES)) {
    const matches = await index.candidates({ mailboxId, term, below, atLeast, limit: size });
    const candidates = await search
      .select('seq')
      .where('messages.seq', 'in', dialectOf(read).listOf(matches))
      .orderBy('messages.seq', 'desc')
      .execute();
    const wanted = limit - rows.length;
    rows.push(
      ...(isExact
        ? candidates.slice(0, wanted)
        : await lookInto(context, { ...search, limit: wanted }, candidates)),
    );
    const last = matches.at(-1);
    if (last === undefined || matches.length < size || rows.length === limit) break;
    below = last;
    await turn();
  }
  return rows;
}

/** Number of the first message from a time on; larger than any without one. */
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

/** Searches the messages before a time one by one, and yields in between. */
async function readThrough(context: MailContext, search: Search, boundary: number): Promise<MessageRow[]> {
  const rows: MessageRow[] = [];
  let before = boundary;
  while (!search.signal.aborted) {
    const candidates = await search
      .select('time')
      .where('messages.created_at', '<', before)
      .orderBy('messages.created_at', 'desc')
      .limit(MOST_CANDIDATES)
      .execute();
    rows.push(...(await lookInto(context, { ...search, limit: search.limit - rows.length }, candidates)));
    const last = candidates.at(-1);
    if (last === undefined || candidates.length < MOST_CANDIDATES || rows.length === search.limit) break;
    before = last.created_at;
    await turn();
  }
  return rows;
}

/** The first messages that contain the term, at most `wanted`. */
async function lookInto(
  context: MailContext,
  { term, signal, limit: wanted }: Search,
  candidates: readonly MessageRow[],
): Promise<MessageRow[]> {
  const found: MessageRow[] = [];
  for (const [index, some] of byWeight(candidates, BYTES_AT_ONCE).entries()) {
    if (index > 0) await turn();
    if (signal.aborted || found.length >= wanted) break;
    const texts = await storedTexts(context.store.read, some);
    found.push(
      ...some.filter((row) =>
        searchableText(context, {
          policy: row,
          subject: row.subject,
          stored: texts.get(row.id) ?? NO_TEXT,
        }).includes(term),
      ),
    );
  }
  return found.slice(0, wanted);
}

const NO_TEXT: StoredText = { text: null, pii_spans: null };

async function storedTexts(
  db: Queries,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, StoredText>> {
  const ids = rows.map(({ id }) => id);
  const bodies = await db
    .selectFrom('message_bodies')
    .select(['message_id', 'text', 'pii_spans'])
    .where('message_id', 'in', dialectOf(db).listOf(ids))
    .execute();
  return new Map(bodies.map((body) => [body.message_id, body]));
}
