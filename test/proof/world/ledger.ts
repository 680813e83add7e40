import type { Plan } from './provider.ts';

/**
 * Actions of the attack's clients and the answers that they got: everything that's known from outside the
 * daemon.
 */

export interface Letter {
  /** Its idempotency key, or the one of its draft. */
  readonly key: string;
  /** Of this letter alone. */
  readonly recipient: string;
  /** Further recipients, if it has several; the last is in Bcc. */
  readonly others: string[];
  /** The provider's plan for it; null for a mailbox of this daemon. */
  readonly plan: Plan | null;
  readonly kind: 'send' | 'several' | 'held' | 'scheduled' | 'async';
  readonly body: Readonly<Record<string, unknown>>;
  /** Ids that the daemon named for it. */
  readonly ids: Set<string>;
  /** The decision whose success its client heard of. */
  decided: 'approve' | 'deny' | null;
}

export interface Arrival {
  readonly id: string;
  readonly subject: string;
  deleted: 'no' | 'asked' | 'heard';
}

export interface Import {
  readonly emails: readonly string[];
  acknowledged: boolean;
}

export class Ledger {
  readonly letters: Letter[] = [];
  readonly arrivals: Arrival[] = [];
  /** Subjects of all mail that was handed in, answered or not. */
  readonly handedIn = new Set<string>();
  readonly imports: Import[] = [];
  /** Time that the daemon's clock had at least. */
  clock = 0;
  #last = 0;

  next(): number {
    this.#last += 1;
    return this.#last;
  }
}
