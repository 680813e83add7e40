import { setImmediate as turn } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import type { Principal } from '../../access/principal.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import type { IndexedPart } from '../../platform/store/search.ts';
import type { MailContext } from '../context.ts';
import { byWeight } from '../messages/by-weight.ts';
import { nextCandidates } from './candidates.ts';
import type { SearchTerm } from './line.ts';
import { newness, relevance } from './rank.ts';
import type { SearchScope } from './scope.ts';
import { foldTexts, type ReadTexts, type SearchedRow, textsOf } from './texts.ts';

/** A ranked search. Matches come in windows, newest first; each is ranked by itself. */
export interface WordSearch {
  readonly scope: SearchScope;
  readonly terms: readonly SearchTerm[];
  readonly parts: readonly IndexedPart[];
  readonly conditions: readonly RawBuilder<boolean>[];
  /** Only messages with a lower number. */
  readonly below: number;
  /** Matches of a window. */
  readonly most: number;
  readonly signal: AbortSignal;
}

export interface FoundHit {
  readonly row: SearchedRow;
  readonly texts: ReadTexts;
  readonly relevance: number;
}

interface FoundWindow {
  /** Best first; newest first where there are no words. */
  readonly hits: readonly FoundHit[];
  /** Where the next window begins; null when there is none. */
  readonly next: number | null;
}

/** Candidates per read. */
const AT_ONCE = 100;
/** Messages that are looked at for a window, and bytes of them, so that a search ends soon. */
const MOST_LOOKED_AT = 2000;
const MOST_BYTES = 8_000_000;
/** Bytes that are looked at before other work gets its turn. */
const BYTES_AT_ONCE = 500_000;

/** The newest matches, the best first. */
export async function findWindow(
  context: MailContext,
  principal: Principal,
  search: WordSearch,
): Promise<FoundWindow> {
  const { scope, parts, most, signal } = search;
  const hits: FoundHit[] = [];
  let below = search.below;
  let looked = 0;
  let bytes = 0;
  while (looked < MOST_LOOKED_AT && bytes < MOST_BYTES && !signal.aborted) {
    const { found, more } = await nextCandidates(context.store, { scope, parts, below, limit: AT_ONCE });
    for (const some of byWeight(await rowsOf(context, search, found), BYTES_AT_ONCE)) {
      hits.push(...(await matching(context, principal, { terms: search.terms, rows: some })));
      bytes += some.reduce((sum, row) => sum + row.size_bytes, 0);
      const last = hits[most - 1];
      if (last) return { hits: ranked(hits.slice(0, most)), next: last.row.seq };
      await turn();
    }
    const last = found.at(-1);
    if (!more || last === undefined) return { hits: ranked(hits), next: null };
    below = last;
    looked += found.length;
  }
  return { hits: ranked(hits), next: below };
}

/** The rows that pass the filters, newest first. */
function rowsOf(
  { store: { read: db } }: MailContext,
  { conditions }: WordSearch,
  seqs: readonly number[],
): Promise<SearchedRow[]> {
  const { listOf, unindexed } = dialectOf(db);
  let rows = db
    .selectFrom('messages')
    // By mailbox, all of its messages would be looked at for a few of them.
    .innerJoin('mailboxes', (join) => join.on('mailboxes.id', '=', unindexed('messages.mailbox_id')))
    .select(['messages.seq', 'messages.id', 'messages.account_id', 'messages.mailbox_id'])
    .select(['messages.subject', 'messages.created_at', 'messages.size_bytes', 'messages.has_attachment'])
    .select(['messages.sender', 'messages.recipient', 'messages.recipients', 'messages.other_recipients'])
    .select(['messages.header_addresses', 'mailboxes.pii_mode', 'mailboxes.pii_redaction_config'])
    .where('messages.seq', 'in', listOf(seqs))
    .orderBy('messages.seq', 'desc');
  for (const condition of conditions) rows = rows.where(condition);
  return rows.execute();
}

interface Matching {
  readonly terms: readonly SearchTerm[];
  readonly rows: readonly SearchedRow[];
}

async function matching(
  context: MailContext,
  principal: Principal,
  { terms, rows }: Matching,
): Promise<FoundHit[]> {
  const texts = await textsOf(context, principal, rows);
  return rows.flatMap((row) => {
    const read = texts.get(row.seq);
    const worth = read ? relevance(terms, foldTexts(read)) : null;
    return read && worth !== null ? [{ row, texts: read, relevance: worth }] : [];
  });
}

/** Compared with the newest match, so that later pages rank as the first did. */
function ranked(hits: readonly FoundHit[]): FoundHit[] {
  const newest = hits[0]?.row.created_at ?? 0;
  const worth = (hit: FoundHit) => hit.relevance * newness(newest - hit.row.created_at);
  return [...hits].sort((one, other) => worth(other) - worth(one) || other.row.seq - one.row.seq);
}
