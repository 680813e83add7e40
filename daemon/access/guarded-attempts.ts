import type { ServiceError } from '../errors.ts';
import { AttemptWindow } from './attempt-window.ts';
import { InTurn } from './in-turn.ts';

/** An attempt, with its refusals in the caller's words. */
export interface GuardedAttempt<T> {
  readonly check: () => Promise<T | null>;
  /** Too many wrong attempts; the window ends in `wait` milliseconds. */
  blocked(wait: number): ServiceError;
  /** A wrong attempt, with the number of attempts left. */
  wrong(left: number): ServiceError;
}

/**
 * Limits wrong secrets in a window. Attempts with the same key run one after the other: in parallel they
 * could exceed the limit, or block each other although they're right.
 */
export class GuardedAttempts {
  readonly #wrong: AttemptWindow;
  readonly #turns = new InTurn();

  constructor(options: { readonly limit: number; readonly windowSeconds: number }) {
    this.#wrong = new AttemptWindow(options);
  }

  /** Returns the result of `check`. Null counts as wrong; an error doesn't. */
  attempt<T>(
    key: string,
    clock: { now(): number },
    { check, blocked, wrong }: GuardedAttempt<T>,
  ): Promise<T> {
    return this.#turns.run(key, async () => {
      const wait = this.#wrong.blockedFor(key, clock.now());
      if (wait > 0) throw blocked(wait);
      const found = await check();
      if (found !== null) return found;
      this.#wrong.count(key, clock.now());
      throw wrong(this.#wrong.left(key, clock.now()));
    });
  }
}
