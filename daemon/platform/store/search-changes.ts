/** Text of one message in the index. */
export interface IndexedWords {
  readonly seq: number;
  readonly mailboxId: string;
  /** Folded. */
  readonly words: string;
}

/** Changes of the index in a transaction, made before its commit. */
export interface SearchChanges {
  /** Indexes a message's text, replacing its earlier one. */
  put(entry: IndexedWords): void;
  remove(seq: number): void;
}
