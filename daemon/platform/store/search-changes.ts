/** Text of one message in the index. */
export interface IndexedWords {
  readonly seq: number;
  readonly accountId: string;
  readonly mailboxId: string;
  /** Subject and body, folded. */
  readonly words: string;
  /** Of searches by words only; folded. */
  readonly more: string;
}

/** Changes of the index in a transaction, made before its commit. */
export interface SearchChanges {
  /** Indexes a message's text, replacing its earlier one. */
  put(entry: IndexedWords): void;
  remove(seq: number): void;
}
