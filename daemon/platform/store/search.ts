import type { Transaction } from './transaction.ts';

/** Messages to search: those of a mailbox, newest first, in a range of `seq`. */
export interface MatchRange {
  readonly mailboxId: string;
  /** Folded, of at least `LIMITS.searchCharacters.min` characters. */
  readonly term: string;
  readonly below: number;
  readonly atLeast: number;
  readonly limit: number;
}

/** A part of a word that messages have to contain. */
export interface IndexedPart {
  /** Folded as the words of the index, of at least 3 characters. */
  readonly text: string;
  /** Whether the subject and the body count, or people and files only. */
  readonly where: 'anywhere' | 'more';
}

/** Messages to search by words: those of an account, newest first, with a `seq` below one. */
export interface WordRange {
  readonly accountId: string;
  /** All of the account's when null. */
  readonly mailboxIds: readonly string[] | null;
  /** All messages when there are none. */
  readonly parts: readonly IndexedPart[];
  readonly below: number;
  readonly limit: number;
}

/** An index that finds messages by a part of their text. Transactions change it. */
export interface SearchIndex {
  /** Numbers of messages that may have the term, newest first, and of all that have it. */
  candidates(range: MatchRange): Promise<number[]>;
  /** Whether all candidates have the term, so that nobody needs to look into their texts. */
  isExact(mailboxId: string, term: string): Promise<boolean>;
  /** Numbers of messages that may have each of some parts, newest first, and of all that have them. */
  withParts(range: WordRange): Promise<number[]>;
  isEmpty(): Promise<boolean>;
  /** Removes everything. */
  empty(transaction: Transaction): Promise<void>;
  /** Whether searches have become slower than they need to be. */
  needsMerge(): Promise<boolean>;
  /** Runs a short step of making searches fast again. False when nothing is left to do. */
  merge(transaction: Transaction, step: 'first' | 'next'): Promise<boolean>;
}
