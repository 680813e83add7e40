import { sql } from 'kysely';
import { prepareQuery } from '../prepared.ts';
import type { Queries, Transaction } from '../transaction.ts';

/** Substring search over folded text through SQLite's trigram index. */

/** The text of one message as the index knows it. */
export interface Words {
  readonly seq: number;
  readonly mailboxId: string;
  /** Folded, at least as long as a trigram to be found. */
  readonly words: string;
}

/** Which messages to look for: those of a mailbox, newest first, in a range of `seq`. */
export interface MatchRange {
  readonly mailboxId: string;
  /** Folded, one trigram at least. */
  readonly term: string;
  readonly below: number;
  readonly atLeast: number;
  readonly limit: number;
}

/** Characters of what the index knows: of a longer text it knows its parts, and not that they follow each other. */
export const INDEXED_CHARACTERS = 3;
/**
 * Different parts of one text that the index takes: each costs microseconds when it is written, and a text may consist of
 * nothing else. Prose of any length has some ten thousand.
 */
const MOST_INDEXED_PARTS = 20_000;
/** Stands in the index for all parts of a text that has too many: whoever searches has to look into it. */
const UNLISTED = '\uf8ff\uf8fe\uf8fd';
/** Parts of a term that are looked up: more cost more than the few candidates that they would rule out. */
const MOST_PARTS = 6;

/**
 * Numbers of the messages that contain every part of the term, or of which the index does not know, newest first. They
 * are candidates, which the caller looks into: an index that could tell itself would be four times as large. Only
 * where the term is a single part, and no text of the mailbox is unlisted, they contain it.
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

/** Whether the index holds back what is in some text of the mailbox. */
export async function hasUnlisted(db: Queries, mailboxId: string): Promise<boolean> {
  const query = `${quoted(placeOf(mailboxId))} AND ${quoted(UNLISTED)}`;
  const { rows } =
    await sql`select 1 from message_search where message_search match ${query} limit 1`.execute(db);
  return rows.length > 0;
}

function quoted(part: string): string {
  return `"${part.replaceAll('"', '""')}"`;
}

/** Trigrams of a term without repetition, at regular distances from its first to its last. */
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

/** Makes the text of a message findable, instead of what was found of it before. */
export async function indexWords(transaction: Transaction, entry: Words): Promise<void> {
  const words = placeOf(entry.mailboxId) + (hasTooManyParts(entry.words) ? UNLISTED : entry.words);
  // A second plain insert would leave the old words findable: the index does not know what it replaces.
  await insertWords(transaction.db, { seq: entry.seq, words });
}

const insertWords = prepareQuery<{ seq: number; words: string }>()((db, slot) => ({
  compile: () =>
    sql`insert or replace into message_search (rowid, words) values (${slot('seq')}, ${slot('words')})`.compile(
      db,
    ),
}));

/** Marks of parts that a text was seen to have; what falls on the same one counts once. */
const seen = new Uint8Array(2 ** 18);

/** An estimate, a little too low: telling exactly takes longer than SQLite takes for all of an ordinary text. */
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

export async function forgetWords(transaction: Transaction, seq: number): Promise<void> {
  await sql`delete from message_search where rowid = ${seq}`.execute(transaction.db);
}

export async function isIndexEmpty(db: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from message_search_docsize limit 1`.execute(db);
  return rows.length === 0;
}

/** Takes everything out of the index at once. */
export async function emptyIndex(transaction: Transaction): Promise<void> {
  await sql`insert into message_search (message_search) values ('delete-all')`.execute(transaction.db);
}

/** Pages that one step of a merge writes: some milliseconds of work. */
const MERGE_PAGES = 32;

/**
 * One step of merging the pieces in which the index is written into a single one, which a search reads in a fraction of
 * the time. The first step begins a merge, the others go on with it. False when there is nothing left to do.
 */
export async function mergeIndex({ db }: Transaction, step: 'first' | 'next'): Promise<boolean> {
  const pages = step === 'first' ? -MERGE_PAGES : MERGE_PAGES;
  const before = await changesOf(db);
  await sql`insert into message_search (message_search, rank) values ('merge', ${pages})`.execute(db);
  // A step that finds nothing to do still counts as one change.
  return (await changesOf(db)) - before > 1;
}

async function changesOf(db: Queries): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}

/** Pieces in which the index lies. */
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
 * One trigram that stands for a mailbox, so that what other mailboxes contain costs a search little. It is taken
 * from the random end of the id; two mailboxes that share one only make each other's searches slower.
 */
function placeOf(mailboxId: string): string {
  const digits = mailboxId.slice(-4 * PLACE_CHARACTERS);
  return Array.from({ length: PLACE_CHARACTERS }, (_, index) => {
    const part = Number.parseInt(digits.slice(4 * index, 4 * index + 4), 16);
    return String.fromCharCode(PRIVATE_USE.first + (part % PRIVATE_USE.count));
  }).join('');
}
