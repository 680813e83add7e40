import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../store.ts';

/** Substring search over folded text through SQLite's trigram index. */

/** Condition on `messages`: the folded subject and body contain `term` (at least three characters). */
export function searchMatches(term: string): RawBuilder<boolean> {
  const phrase = `"${term.replaceAll('"', '""')}"`;
  return sql<boolean>`messages.seq in (select rowid from message_search where words match ${phrase})`;
}

/** Makes the text of a message findable. */
export async function indexWords(transaction: Transaction, seq: number, words: string): Promise<void> {
  await sql`insert into message_search (rowid, words) values (${seq}, ${words})`.execute(transaction.db);
}

export async function forgetWords(transaction: Transaction, seq: number): Promise<void> {
  await sql`delete from message_search where rowid = ${seq}`.execute(transaction.db);
}
