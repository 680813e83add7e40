import type { ServiceError } from '../errors.ts';
import { AttemptWindow } from './attempt-window.ts';
import { InTurn } from './in-turn.ts';

/** How the caller of an attempt words its refusals. */
export interface Refusals {
  /** Too many were wrong; the window ends in `wait` milliseconds. */
  blocked(wait: number): ServiceError;
  /** This one was wrong; so many are left. */
  wrong(left: number): ServiceError;
}

/**
 * Checks secrets of people, of which only so many may be wrong in a window. Attempts with the same key run one
 * after the other: side by side they could slip past the limit, or block each other although they are right.
 */
export class GuardedAttempts {
  readonly #wrong: AttemptWindow;
  readonly #turns = new InTurn();

  constructor(options: { readonly limit: number; readonly windowSeconds: number }) {
    this.#wrong = new AttemptWindow(options);
  }

  /** Answers what `check` finds; null counts as wrong, and what it throws does not. */
  attempt<T>(
    key: string,
    clock: { now(): number },
    check: () => Promise<T | null>,
    refusals: Refusals,
  ): Promise<T> {
    return this.#turns.run(key, async () => {
      const wait = this.#wrong.blockedFor(key, clock.now());
      if (wait > 0) throw refusals.blocked(wait);
      const found = await check();
      if (found !== null) return found;
      this.#wrong.count(key, clock.now());
      throw refusals.wrong(this.#wrong.left(key, clock.now()));
    });
  }
}
