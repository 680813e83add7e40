/** What a commit added to the event log of an account, as those who wait for it need to know it. */
export interface FeedListener {
  /** Something about the account is new: an event, or who may read them. */
  accountChanged?(accountId: string): void;
  /** Events of these types were written. */
  eventsRecorded?(types: readonly string[]): void;
  /** Deliveries to this webhook are waiting, or are waiting no more. */
  webhookChanged?(webhookId: string): void;
  /** Attempts of deliveries to webhooks of the account ended. */
  attemptsEnded?(accountId: string): void;
}

/** Wakes the webhook dispatcher and the event streams. Called after commits, so what they look up is durable. */
export class EventFeed {
  readonly #listeners = new Set<FeedListener>();

  /** Tells `listener` until the returned function is called. */
  watch(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** How many listen. */
  get size(): number {
    return this.#listeners.size;
  }

  eventsRecorded(types: readonly string[]): void {
    for (const listener of this.#listeners) listener.eventsRecorded?.(types);
  }

  accountChanged(accountId: string): void {
    for (const listener of this.#listeners) listener.accountChanged?.(accountId);
  }

  webhookChanged(webhookId: string): void {
    for (const listener of this.#listeners) listener.webhookChanged?.(webhookId);
  }

  attemptsEnded(accountId: string): void {
    for (const listener of this.#listeners) listener.attemptsEnded?.(accountId);
  }
}
