import { sql } from 'kysely';
import { prepareQuery } from '../prepared.ts';
import type { Queries, Transaction } from '../transaction.ts';

/** Substring search over folded text with SQLite's trigram index. */

/** Indexed text of one message. */
export interface IndexedWords {
  readonly seq: number;
  readonly mailboxId: string;
  /** Folded; texts shorter than a trigram aren't found. */
  readonly words: string;
}

/** Messages to search: those of a mailbox, newest first, in a range of `seq`. */
export interface MatchRange {
  readonly mailboxId: string;
  /** Folded, at least one trigram. */
  readonly term: string;
  readonly below: number;
  readonly atLeast: number;
  readonly limit: number;
}

/** Length of an indexed part. The index knows the parts of a text, but not their order. */
export const INDEXED_CHARACTERS = 3;
/**
 * Maximum distinct parts of a text. Each costs microseconds to write, and a text may consist of nothing else.
 * Prose of any length has some ten thousand.
 */
const MOST_INDEXED_PARTS = 20_000;
/** Marks a text with too many parts, which searches have to read. */
const UNLISTED = '\uf8ff\uf8fe\uf8fd';
/** Parts of a term to look up: more cost more than the candidates that they exclude. */
const MOST_PARTS = 6;

/**
 * Candidates, newest first: messages with every part of the term, and unlisted ones. The caller checks their
 * text, because an index with positions would be four times as large. Candidates are matches only when the
 * term is one part and the mailbox has no unlisted text.
 */
export async function nextMatches(db: Queries, range: MatchRange): Promise<number[]> {
  const parts = partsOf(range.term).map(quoted).join(' AND ');
  const query = `${quoted(placeOf(range.mailboxId))} AND ((${parts}) OR ${quoted(UNLISTED)})`;
  const { rows } = await sql<{ seq: number }>`
    select rowid as seq from message_search
    where message_search match ${query} and rowid < ${range.below} and rowid >= ${range.atLeast}
    order by rowid desc limit ${range.limit}
  `.execute(db);
  return rows.map(({ seq }) => seq);
}

/** Whether the mailbox has unlisted texts. */
export async function hasUnlisted(db: Queries, mailboxId: string): Promise<boolean> {
  const query = `${quoted(placeOf(mailboxId))} AND ${quoted(UNLISTED)}`;
  const { rows } =
    await sql`select 1 from message_search where message_search match ${query} limit 1`.execute(db);
  return rows.length > 0;
}

function quoted(part: string): string {
  return `"${part.replaceAll('"', '""')}"`;
}

/** Unique trigrams of a term, evenly spaced from first to last. */
function partsOf(term: string): string[] {
  const characters = [...term];
  const last = characters.length - INDEXED_CHARACTERS;
  const count = Math.min(last + 1, MOST_PARTS);
  const parts = Array.from({ length: count }, (_, index) => {
    const start = count === 1 ? 0 : Math.round((index * last) / (count - 1));
    return characters.slice(start, start + INDEXED_CHARACTERS).join('');
  });
  return [...new Set(parts)];
}

/** Indexes a message's text, replacing its earlier one. */
export function indexWords(transaction: Transaction, entry: IndexedWords): void {
  const words = placeOf(entry.mailboxId) + (hasTooManyParts(entry.words) ? UNLISTED : entry.words);
  // Delete first: a second insert would leave the old words in the index, which doesn't know what it
  // replaces.
  const { db } = transaction;
  transaction.indexLater({ seq: entry.seq, run: () => insertWords(db, { seq: entry.seq, words }) });
}

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

export function forgetWords({ db, indexLater }: Transaction, seq: number): void {
  indexLater({ seq, run: () => sql`delete from message_search where rowid = ${seq}`.execute(db) });
}

export async function isIndexEmpty(db: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from message_search_docsize limit 1`.execute(db);
  return rows.length === 0;
}

/** Empties the index. */
export async function emptyIndex(transaction: Transaction): Promise<void> {
  await sql`insert into message_search (message_search) values ('delete-all')`.execute(transaction.db);
}

/** Pages per merge step: some milliseconds of work. */
const MERGE_PAGES = 32;

/**
 * Runs one step of merging the index's segments into one, which is much faster to search. The first step
 * starts a merge, later ones continue it. False when nothing is left to do.
 */
export async function mergeIndex({ db }: Transaction, step: 'first' | 'next'): Promise<boolean> {
  const pages = step === 'first' ? -MERGE_PAGES : MERGE_PAGES;
  const before = await changesOf(db);
  await sql`insert into message_search (message_search, rank) values ('merge', ${pages})`.execute(db);
  // An idle step still counts as one change.
  return (await changesOf(db)) - before > 1;
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
