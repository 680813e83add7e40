import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Queries } from '../queries.ts';
import type { Tables } from '../schema.ts';
import type { IndexedPart, MatchRange, SearchIndex, WordRange } from '../search.ts';
import type { IndexedWords, SearchChanges } from '../search-changes.ts';
import type { Transaction } from '../transaction.ts';
import { connect } from './client.ts';
import { PipelinedConnection } from './connection.ts';
import { StatementPool } from './pool.ts';

/** Texts to search in, which a trigram index of `pg_trgm` serves. */
interface SearchTables extends Tables {
  message_search: { seq: number; account_id: string; mailbox_id: string; words: string; more: string };
}

function searchTables(db: Queries): Kysely<SearchTables> {
  return db.withTables<Pick<SearchTables, 'message_search'>>() as Kysely<SearchTables>;
}

/** Connections of searches. */
export const SEARCHERS = 2;
/** Milliseconds after which a search is ended, so that it keeps no others waiting. */
const TIMEOUT = 10_000;

/**
 * Connections that plan each statement with its values: a rare term needs another plan than a common one.
 * They don't sort or read whole tables, even where the planner takes a mailbox for small: it knows the sizes
 * of the largest ones only, and of none until the table is analyzed.
 */
export function openSearchPool(url: string): StatementPool {
  return new StatementPool({
    connect: () => connect({ url, statementTimeout: TIMEOUT, plansIndexOrder: true }),
    run: (client) => new PipelinedConnection(client, false),
    size: SEARCHERS,
    together: 1,
    sharesRuns: false,
  });
}

/**
 * Matches up to which all are found by the index and sorted. PostgreSQL reads each text that the index names,
 * 0.01 ms of 2 KB.
 */
const FEW = 500;
/** Mailboxes that are named beside each word. */
const MOST_NAMED = 20;
/** Newest messages that are read for a term which more have. */
const NEWEST = 5000;

export class PostgresSearchIndex implements SearchIndex {
  readonly #db: Kysely<SearchTables>;

  /** `db` runs on connections of `openSearchPool`. */
  constructor(db: Queries) {
    this.#db = searchTables(db);
  }

  async candidates(range: MatchRange): Promise<number[]> {
    if (!hasTrigrams(range.term)) return this.#newestMatches(range, null);
    const some = await this.#matches(range, FEW + 1);
    if (some.length <= FEW) return some.slice(0, range.limit);
    const newest = await this.#newestMatches(range, NEWEST);
    return newest.length === range.limit ? newest : (await this.#matches(range, null)).slice(0, range.limit);
  }

  /**
   * Newest first, of all matches or of any `most` of them. They are sorted here, and the numbers are
   * expressions that no index has, so that the planner can only take the index of words. It would otherwise
   * read the texts of the whole mailbox: it doesn't know how rare three characters are.
   */
  async #matches({ mailboxId, term, below, atLeast }: MatchRange, most: number | null): Promise<number[]> {
    const number = sql<number>`seq + 0`;
    const rows = await this.#db
      .selectFrom('message_search')
      .select('seq')
      .where('mailbox_id', '=', mailboxId)
      .where('words', 'like', patternOf(term))
      .where(number, '<', below)
      .where(number, '>=', atLeast)
      .$if(most !== null, (query) => query.limit(most ?? 0))
      .execute();
    return rows.map(({ seq }) => seq).sort((one, other) => other - one);
  }

  /** The matches among the newest `most` messages or all, whose texts are read in their order. */
  async #newestMatches(
    { mailboxId, term, below, atLeast, limit }: MatchRange,
    most: number | null,
  ): Promise<number[]> {
    const rows = await this.#db
      .selectFrom((db) =>
        db
          .selectFrom('message_search')
          .select(['seq', 'words'])
          .where('mailbox_id', '=', mailboxId)
          .where('seq', '<', below)
          .where('seq', '>=', atLeast)
          .orderBy('seq', 'desc')
          .$if(most !== null, (query) => query.limit(most ?? 0))
          .as('newest'),
      )
      .select('seq')
      .where('words', 'like', patternOf(term))
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ seq }) => seq);
  }

  async withParts(range: WordRange): Promise<number[]> {
    if (range.parts.length === 0) return this.#newestWithParts(range, range.limit);
    const some = await this.#anyWithParts(range, FEW + 1);
    if (some.length <= FEW) return some.slice(0, range.limit);
    const newest = await this.#newestWithParts(range, NEWEST);
    return newest.length === range.limit
      ? newest
      : (await this.#anyWithParts(range, null)).slice(0, range.limit);
  }

  /**
   * As `#matches`: accounts and mailboxes are compared as expressions, and named again beside each word, so
   * that no index is used for them alone.
   */
  async #anyWithParts(range: WordRange, most: number | null): Promise<number[]> {
    const { accountId, mailboxIds, parts, below } = range;
    const places = { accountId, mailboxIds: await this.#fewMailboxes(range) };
    const rows = await this.#db
      .selectFrom('message_search')
      .select('seq')
      .where(sql<string>`account_id || ''`, '=', accountId)
      .$if(mailboxIds !== null, (query) => query.where(sql<string>`mailbox_id || ''`, 'in', mailboxIds ?? []))
      .where(hasParts(parts, places))
      .where(sql<number>`seq + 0`, '<', below)
      .$if(most !== null, (query) => query.limit(most ?? 0))
      .execute();
    return rows.map(({ seq }) => seq).sort((one, other) => other - one);
  }

  /** The mailboxes, or those of the account; null if there are none or too many to name. */
  async #fewMailboxes({ accountId, mailboxIds }: WordRange): Promise<readonly string[] | null> {
    if (mailboxIds !== null) return mailboxIds.length <= MOST_NAMED ? mailboxIds : null;
    const rows = await this.#db
      .selectFrom('mailboxes')
      .select('id')
      .where('account_id', '=', accountId)
      .limit(MOST_NAMED + 1)
      .execute();
    return rows.length > 0 && rows.length <= MOST_NAMED ? rows.map(({ id }) => id) : null;
  }

  /** Among the newest messages of each mailbox, whose texts are read in their order. */
  async #newestWithParts(
    { accountId, mailboxIds, parts, below, limit }: WordRange,
    most: number,
  ): Promise<number[]> {
    const rows = await this.#db
      .selectFrom((db) =>
        db
          .selectFrom('mailboxes')
          .innerJoinLateral(
            (inner) =>
              inner
                .selectFrom('message_search')
                .select(['seq', 'account_id', 'words', 'more'])
                .whereRef('message_search.mailbox_id', '=', 'mailboxes.id')
                .where('seq', '>=', 0)
                .where('seq', '<', below)
                .orderBy('seq', 'desc')
                .limit(most)
                .as('newest'),
            (join) => join.onTrue(),
          )
          .select(['newest.seq', 'newest.account_id', 'newest.words', 'newest.more'])
          .where('mailboxes.account_id', '=', accountId)
          .$if(mailboxIds !== null, (query) => query.where('mailboxes.id', 'in', mailboxIds ?? []))
          .orderBy('newest.seq', 'desc')
          .limit(most)
          .as('texts'),
      )
      .select('seq')
      .where(hasParts(parts, { accountId, mailboxIds: null }))
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ seq }) => seq);
  }

  /** The index has the texts, so candidates are matches. */
  isExact(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async isEmpty(): Promise<boolean> {
    const row = await this.#db.selectFrom('message_search').select('seq').limit(1).executeTakeFirst();
    return row === undefined;
  }

  async empty({ db }: Transaction): Promise<void> {
    await searchTables(db).deleteFrom('message_search').execute();
  }

  /** Autovacuum maintains the index. */
  needsMerge(): Promise<boolean> {
    return Promise.resolve(false);
  }

  merge(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

/** Letters and digits, of which `pg_trgm` makes trigrams. */
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Whether the index knows anything about texts with a term. Without trigrams it would read those of all
 * mailboxes. A word has two blanks before it and one after, unless it may go on there.
 */
function hasTrigrams(term: string): boolean {
  return [...term.matchAll(WORD)].some(({ 0: word, index }) => {
    const before = index === 0 ? 0 : 2;
    const after = index + word.length === term.length ? 0 : 1;
    return before + [...word].length + after >= 3;
  });
}

function patternOf(term: string): string {
  return `%${term.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
}

interface PartPlaces {
  readonly accountId: string;
  /** Null for all. */
  readonly mailboxIds: readonly string[] | null;
}

function hasParts(parts: readonly IndexedPart[], places: PartPlaces): RawBuilder<boolean> {
  const conditions = parts.map((part) => hasPart(part, places));
  return sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

function hasPart({ text, where }: IndexedPart, { accountId, mailboxIds }: PartPlaces): RawBuilder<boolean> {
  const pattern = patternOf(text);
  const inMore = sql<boolean>`(account_id = ${accountId} and more like ${pattern})`;
  if (where === 'more') return inMore;
  const inWords = mailboxIds?.map((id) => sql<boolean>`(mailbox_id = ${id} and words like ${pattern})`) ?? [
    sql<boolean>`words like ${pattern}`,
  ];
  return sql<boolean>`(${sql.join([...inWords, inMore], sql` or `)})`;
}

/** Changes of one transaction, which are made at its end: the last one of a message counts. */
export class PendingSearchChanges implements SearchChanges {
  readonly #texts = new Map<number, IndexedWords | null>();

  put(entry: IndexedWords): void {
    this.#texts.set(entry.seq, entry);
  }

  remove(seq: number): void {
    this.#texts.set(seq, null);
  }

  async apply(db: Queries): Promise<void> {
    for (const [seq, entry] of this.#texts) {
      if (entry) await putWords(db, entry);
      else await searchTables(db).deleteFrom('message_search').where('seq', '=', seq).execute();
    }
  }
}

async function putWords(db: Queries, { seq, mailboxId, words, more }: IndexedWords): Promise<void> {
  await sql`insert into message_search (seq, account_id, mailbox_id, words, more)
    select ${seq}::bigint, account_id, id, ${words}, ${more} from mailboxes where id = ${mailboxId}
    on conflict (seq) do update set words = excluded.words, more = excluded.more`.execute(db);
}
