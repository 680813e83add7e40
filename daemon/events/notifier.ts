/** Wakes callers that wait for a mailbox. Called after commits, so they find durable rows. */
export class Notifier {
  readonly #waiters = new Map<string, Set<() => void>>();

  /** Calls `wake` at every change of the mailbox until the returned function is called. */
  watch(mailboxId: string, wake: () => void): () => void {
    let waiters = this.#waiters.get(mailboxId);
    if (!waiters) {
      waiters = new Set();
      this.#waiters.set(mailboxId, waiters);
    }
    waiters.add(wake);
    return () => {
      waiters.delete(wake);
      if (waiters.size === 0 && this.#waiters.get(mailboxId) === waiters) this.#waiters.delete(mailboxId);
    };
  }

  mailboxChanged(mailboxId: string): void {
    for (const wake of [...(this.#waiters.get(mailboxId) ?? [])]) wake();
  }

  /** Wakes every waiting caller, for instance because the daemon stops. */
  everythingChanged(): void {
    for (const mailboxId of [...this.#waiters.keys()]) this.mailboxChanged(mailboxId);
  }

  /** Number of waiting callers. */
  get size(): number {
    let size = 0;
    for (const waiters of this.#waiters.values()) size += waiters.size;
    return size;
  }
}
