import { sql } from 'kysely';
import type { Queries, Transaction } from '../store.ts';

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
  /** Folded, three characters at least. */
  readonly term: string;
  readonly below: number;
  readonly atLeast: number;
  readonly limit: number;
}

/** Numbers of the messages that contain the term, newest first. */
export async function nextMatches(db: Queries, range: MatchRange): Promise<number[]> {
  const query = `"${placeOf(range.mailboxId)}" AND "${range.term.replaceAll('"', '""')}"`;
  const { rows } = await sql<{ seq: number }>`
    select rowid as seq from message_search
    where words match ${query} and rowid < ${range.below} and rowid >= ${range.atLeast}
    order by rowid desc limit ${range.limit}
  `.execute(db);
  return rows.map(({ seq }) => seq);
}

/** Makes the text of a message findable, instead of what was found of it before. */
export async function indexWords(transaction: Transaction, entry: Words): Promise<void> {
  const words = placeOf(entry.mailboxId) + entry.words;
  // A second plain insert would leave the old words findable: the index does not know what it replaces.
  await sql`insert or replace into message_search (rowid, words) values (${entry.seq}, ${words})`.execute(
    transaction.db,
  );
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
