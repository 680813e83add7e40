/** Notifications after a commit, for listeners of the event log. */
export interface FeedListener {
  /** The account has a new event, or its readers changed. */
  accountChanged?(accountId: string): void;
  /** Events of these types were written. */
  eventsRecorded?(types: readonly string[]): void;
  /** Deliveries of this webhook became pending or ended. */
  webhookChanged?(webhookId: string): void;
  /** Delivery attempts of the account ended. */
  attemptsEnded?(accountId: string): void;
}

/**
 * Wakes the webhook dispatcher and the event streams. Called after commits, so listeners find durable rows.
 */
export class EventFeed {
  readonly #listeners = new Set<FeedListener>();

  /** Notifies `listener` until the returned function is called. */
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
