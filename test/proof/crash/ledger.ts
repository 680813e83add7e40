import type { Plan } from './provider.ts';

/** What the clients of an attack did and were told: all that is known without looking into the daemon. */

export interface Letter {
  /** Its idempotency key, or the one of its draft. */
  readonly key: string;
  /** Of this letter alone. */
  readonly recipient: string;
  /** What the provider does with it; null for a mailbox of this daemon. */
  readonly plan: Plan | null;
  readonly kind: 'send' | 'held' | 'scheduled' | 'async';
  readonly body: Readonly<Record<string, unknown>>;
  /** Ids that the daemon named for it. */
  readonly ids: Set<string>;
  /** Somebody approved or denied it and heard that it happened. */
  decided: 'approve' | 'deny' | null;
}

export interface Arrival {
  readonly id: string;
  readonly subject: string;
  readonly bytes: number;
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
