import { sql } from 'kysely';
import { prepareQuery } from '../prepared.ts';
import type { Queries } from '../queries.ts';
import type { IndexedPart, MatchRange, SearchIndex, WordRange } from '../search.ts';
import type { IndexedWords, SearchChanges } from '../search-changes.ts';
import type { Transaction } from '../transaction.ts';
import type { GroupMember } from './group-commit.ts';

/** Substring search over folded text with SQLite's trigram index. */

/** Length of an indexed part. The index knows the parts of a text, but not their order. */
const INDEXED_CHARACTERS = 3;
/**
 * Maximum distinct parts of a text. Each costs microseconds to write, and a text may consist of nothing else.
 * Prose of any length has some ten thousand.
 */
const MOST_INDEXED_PARTS = 20_000;
/** Marks a text with too many parts, which searches have to read. */
const UNLISTED = '\uf8ff\uf8fe\uf8fd';
/** Parts of a term to look up: more cost more than the candidates that they exclude. */
const MOST_PARTS = 6;
/** Parts of each of several words to look up. */
const MOST_PARTS_OF_MANY = 3;
/**
 * Mailboxes and words beside the text are in these characters in the index, so its hits on them may not be
 * text.
 */
const PLACES = /[\ue000-\uf8ff\u{f0000}-\u{fffff}]/u;
/** Mailboxes to look up; with more of them, the whole account is. */
const MOST_PLACES = 20;
/** Segments that aren't worth merging. */
const FEW_PIECES = 4;
/** Pages per merge step: some milliseconds of work. */
const MERGE_PAGES = 32;

/** The index of a database, read through `read`. */
export class SqliteSearchIndex implements SearchIndex {
  readonly #read: Queries;

  constructor(read: Queries) {
    this.#read = read;
  }

  /**
   * Messages with every part of the term, and unlisted ones. The caller checks their text, because an index
   * with positions would be four times as large.
   */
  async candidates(range: MatchRange): Promise<number[]> {
    const parts = together(range.term, MOST_PARTS);
    const query = `${quoted(placeOf(range.mailboxId))} AND ((${parts}) OR ${quoted(UNLISTED)})`;
    const { rows } = await sql<{ seq: number }>`
      select rowid as seq from message_search
      where message_search match ${query} and rowid < ${range.below} and rowid >= ${range.atLeast}
      order by rowid desc limit ${range.limit}
    `.execute(this.#read);
    return rows.map(({ seq }) => seq);
  }

  async withParts({ accountId, mailboxIds, parts, below, limit }: WordRange): Promise<number[]> {
    const isFew = mailboxIds !== null && mailboxIds.length <= MOST_PLACES;
    const places = (isFew ? mailboxIds : [accountId]).map((id) => quoted(placeOf(id)));
    const most = parts.length === 1 ? MOST_PARTS : MOST_PARTS_OF_MANY;
    const words = parts.map((part) => wordQuery(part, most)).join(' AND ');
    const matching = words === '' ? '' : ` AND ((${words}) OR ${quoted(UNLISTED)})`;
    const query = `(${places.join(' OR ')})${matching}`;
    const { rows } = await sql<{ seq: number }>`
      select rowid as seq from message_search
      where message_search match ${query} and rowid < ${below}
      order by rowid desc limit ${limit}
    `.execute(this.#read);
    return rows.map(({ seq }) => seq);
  }

  /** When the term is one part and the mailbox has no unlisted text. */
  async isExact(mailboxId: string, term: string): Promise<boolean> {
    if ([...term].length !== INDEXED_CHARACTERS || PLACES.test(term)) return false;
    const query = `${quoted(placeOf(mailboxId))} AND ${quoted(UNLISTED)}`;
    const { rows } = await sql`
      select 1 from message_search where message_search match ${query} limit 1
    `.execute(this.#read);
    return rows.length === 0;
  }

  async isEmpty(): Promise<boolean> {
    const { rows } = await sql`select 1 from message_search_docsize limit 1`.execute(this.#read);
    return rows.length === 0;
  }

  async empty({ db }: Transaction): Promise<void> {
    await sql`insert into message_search (message_search) values ('delete-all')`.execute(db);
  }

  async needsMerge(): Promise<boolean> {
    return (await indexPieces(this.#read)) > FEW_PIECES;
  }

  /** Merges segments into one. The first step starts a merge, later ones continue it. */
  async merge({ db }: Transaction, step: 'first' | 'next'): Promise<boolean> {
    const pages = step === 'first' ? -MERGE_PAGES : MERGE_PAGES;
    const before = await changesOf(db);
    await sql`insert into message_search (message_search, rank) values ('merge', ${pages})`.execute(db);
    // An idle step still counts as one change.
    return (await changesOf(db)) - before > 1;
  }
}

/** Changes that run together with those of the other transactions of a group. */
export class GroupedSearchChanges implements SearchChanges {
  readonly #db: Queries;
  readonly #member: GroupMember;

  constructor(db: Queries, member: GroupMember) {
    this.#db = db;
    this.#member = member;
  }

  put({ seq, accountId, mailboxId, words, more }: IndexedWords): void {
    const isUnlisted = hasTooManyParts(words) || hasTooManyParts(more);
    const indexed = isUnlisted ? UNLISTED : `${words}${beside(more)}`;
    const placed = placeOf(accountId) + placeOf(mailboxId) + indexed;
    this.#member.indexLater({ seq, run: () => insertWords(this.#db, { seq, words: placed }) });
  }

  remove(seq: number): void {
    const run = () => sql`delete from message_search where rowid = ${seq}`.execute(this.#db);
    this.#member.indexLater({ seq, run });
  }
}

function quoted(part: string): string {
  return `"${part.replaceAll('"', '""')}"`;
}

/** The query for a part of a word, in the text or beside it. */
function wordQuery({ text, where }: IndexedPart, most: number): string {
  const inMore = together(beside(text), most);
  return where === 'more' ? `(${inMore})` : `((${together(text, most)}) OR (${inMore}))`;
}

/**
 * Words beside the text in characters that no text has, so that searches in texts don't find them: each is
 * moved to a plane for private use.
 */
function beside(more: string): string {
  let moved = '';
  for (let index = 0; index < more.length; index++) {
    const code = more.charCodeAt(index);
    // Characters beyond the first plane aren't words, but for rare ones.
    moved += String.fromCodePoint(BESIDE + (code >= 0xd800 && code <= 0xdfff ? 0x20 : code));
  }
  return moved;
}

const BESIDE = 0xf0000;

/** The query for a term's trigrams. */
function together(term: string, most: number): string {
  return partsOf(term, most).map(quoted).join(' AND ');
}

/** Unique trigrams of a term, at most `most`, evenly spaced from first to last. */
function partsOf(term: string, most: number): string[] {
  const characters = [...term];
  const last = characters.length - INDEXED_CHARACTERS;
  const count = Math.min(last + 1, most);
  const parts = Array.from({ length: count }, (_, index) => {
    const start = count === 1 ? 0 : Math.round((index * last) / (count - 1));
    return characters.slice(start, start + INDEXED_CHARACTERS).join('');
  });
  return [...new Set(parts)];
}

/**
 * Replaces, which deletes: a second insert would leave the old words in the index, which doesn't know them.
 */
const insertWords = prepareQuery<{ seq: number; words: string }>()((db, param) => ({
  compile: () =>
    sql`insert or replace into message_search (rowid, words) values (${param('seq')}, ${param('words')})`.compile(
      db,
    ),
}));

/** Bitmap of seen parts; colliding parts count once. */
const seen = new Uint8Array(2 ** 18);

/** A slight underestimate: an exact count takes longer than indexing an ordinary text. */
function hasTooManyParts(text: string): boolean {
  if (text.length <= MOST_INDEXED_PARTS) return false;
  seen.fill(0);
  let count = 0;
  for (let index = 2; index < text.length && count <= MOST_INDEXED_PARTS; index++) {
    const pair = Math.imul(text.charCodeAt(index - 2), 31) + text.charCodeAt(index - 1);
    const hash = Math.imul(Math.imul(pair, 0x85ebca6b) ^ text.charCodeAt(index), 0x9e3779b1) >>> 14;
    if (seen[hash] === 0) count++;
    seen[hash] = 1;
  }
  return count > MOST_INDEXED_PARTS;
}

async function changesOf(db: Queries): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}

/** Number of segments of the index. */
export async function indexPieces(db: Queries): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    with recursive pieces (id) as (
      select min(segid) from message_search_idx
      union all
      select (select min(segid) from message_search_idx where segid > id) from pieces where id is not null
    )
    select count(id) as pieces from pieces
  `.execute(db);
  return rows[0]?.pieces ?? 0;
}

const PRIVATE_USE = { first: 0xe000, count: 6400 };
const PLACE_CHARACTERS = 3;

/**
 * A trigram for each mailbox, so that other mailboxes hardly slow a search. It's from the random end of the
 * id; mailboxes that share one only slow each other down.
 */
function placeOf(mailboxId: string): string {
  const digits = mailboxId.slice(-4 * PLACE_CHARACTERS);
  return Array.from({ length: PLACE_CHARACTERS }, (_, index) => {
    const part = Number.parseInt(digits.slice(4 * index, 4 * index + 4), 16);
    return String.fromCharCode(PRIVATE_USE.first + (part % PRIVATE_USE.count));
  }).join('');
}
