import type { RulesContext } from '../../rules/context.ts';
import { type Attempt, recordAttempts } from './record-attempts.ts';

/** Attempts per transaction. */
const BATCH = 32;
/** Milliseconds that an outcome waits for others; no caller waits for it. */
const GATHER_MS = 10;

interface Waiting extends Attempt {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Stores outcomes of one webhook in batches: a transaction each would cost more than the request. */
export class AttemptBatches {
  readonly #context: RulesContext;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(context: RulesContext) {
    this.#context = context;
  }

  /** Resolves when the outcome is durable. */
  add(attempt: Attempt): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...attempt, resolve, reject });
      if (this.#waiting.length >= BATCH) this.#write();
      else this.#timer ??= setTimeout(() => this.#write(), GATHER_MS);
    });
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    recordAttempts(this.#context, batch).then(
      () => {
        for (const { resolve } of batch) resolve();
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  }
}
