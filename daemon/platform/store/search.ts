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

/** An index that finds the messages of a mailbox by a part of their text. Transactions change it. */
export interface SearchIndex {
  /** Numbers of messages that may have the term, newest first, and of all that have it. */
  candidates(range: MatchRange): Promise<number[]>;
  /** Whether all candidates have the term, so that nobody needs to look into their texts. */
  isExact(mailboxId: string, term: string): Promise<boolean>;
  isEmpty(): Promise<boolean>;
  /** Removes everything. */
  empty(transaction: Transaction): Promise<void>;
  /** Whether searches have become slower than they need to be. */
  needsMerge(): Promise<boolean>;
  /** Runs a short step of making searches fast again. False when nothing is left to do. */
  merge(transaction: Transaction, step: 'first' | 'next'): Promise<boolean>;
}
