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

export class PostgresSearchIndex implements SearchIndex {
  readonly #db: Kysely<SearchTables>;

  /** `db` plans each statement with its values: a rare term needs another plan than a common one. */
  constructor(db: Queries) {
    this.#db = searchTables(db);
  }

  async candidates({ mailboxId, term, below, atLeast, limit }: MatchRange): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('message_search')
      .select('seq')
      .where('mailbox_id', '=', mailboxId)
      .where('words', 'like', `%${term.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`)
      .where('seq', '<', below)
      .where('seq', '>=', atLeast)
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
