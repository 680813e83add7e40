import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema.ts';
import type { IndexedWords, MatchRange, SearchChanges, SearchIndex } from '../search.ts';
import type { Queries, Transaction } from '../transaction.ts';

/** Texts to search in, which a trigram index of `pg_trgm` serves. */
interface SearchTables extends Tables {
  message_search: { seq: number; account_id: string; mailbox_id: string; words: string };
}

function searchTables(db: Queries): Kysely<SearchTables> {
  return db.withTables<Pick<SearchTables, 'message_search'>>() as Kysely<SearchTables>;
}

/**
 * Matches up to which all are found by the index and sorted. PostgreSQL reads each text that the index names,
 * 0.01 ms of 2 KB.
 */
const FEW = 500;
/** Newest messages that are read for a term which more have. */
const NEWEST = 5000;

export class PostgresSearchIndex implements SearchIndex {
  readonly #db: Kysely<SearchTables>;

  /** `db` plans each statement with its values: a rare term needs another plan than a common one. */
  constructor(db: Queries) {
    this.#db = searchTables(db);
  }

  async candidates(range: MatchRange): Promise<number[]> {
    const some = await this.#matches(range, FEW + 1);
    if (some.length <= FEW) return some.slice(0, range.limit);
    const newest = await this.#newestMatches(range);
    return newest.length === range.limit ? newest : (await this.#matches(range, null)).slice(0, range.limit);
  }

  /**
   * Newest first, of all matches or of any `most` of them. Materialized, because the planner would otherwise
   * read the texts of the whole mailbox in their order: it doesn't know how rare three characters are.
   */
  async #matches({ mailboxId, term, below, atLeast }: MatchRange, most: number | null): Promise<number[]> {
    const rows = await this.#db
      .with(
        (found) => found('found').materialized(),
        (db) =>
          db
            .selectFrom('message_search')
            .select('seq')
            .where('mailbox_id', '=', mailboxId)
            .where('words', 'like', patternOf(term))
            .where('seq', '<', below)
            .where('seq', '>=', atLeast)
            .$if(most !== null, (query) => query.limit(most ?? 0)),
      )
      .selectFrom('found')
      .select('seq')
      .orderBy('seq', 'desc')
      .execute();
    return rows.map(({ seq }) => seq);
  }

  /** The matches among the newest messages, whose texts are read in their order. */
  async #newestMatches({ mailboxId, term, below, atLeast, limit }: MatchRange): Promise<number[]> {
    const rows = await this.#db
      .selectFrom((db) =>
        db
          .selectFrom('message_search')
          .select(['seq', 'words'])
          .where('mailbox_id', '=', mailboxId)
          .where('seq', '<', below)
          .where('seq', '>=', atLeast)
          .orderBy('seq', 'desc')
          .limit(NEWEST)
          .as('newest'),
      )
      .select('seq')
      .where('words', 'like', patternOf(term))
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

function patternOf(term: string): string {
  return `%${term.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
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

async function putWords(db: Queries, { seq, mailboxId, words }: IndexedWords): Promise<void> {
  await sql`insert into message_search (seq, account_id, mailbox_id, words)
    select ${seq}::bigint, account_id, id, ${words} from mailboxes where id = ${mailboxId}
    on conflict (seq) do update set words = excluded.words`.execute(db);
}
