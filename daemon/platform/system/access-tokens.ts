import { BoundedQueue } from './bounded-queue.ts';
import { type Clock, MINUTE } from './clock.ts';
import { printToken, TokenProgramError, type TokenWish } from './print-token.ts';

/** Providers give most tokens an hour; one that ends earlier is refused, and replaced then. */
const KEPT_TIME = 30 * MINUTE;
const KEPT_TOKENS = 10_000;
const PROGRAMS_AT_ONCE = 4;
const PROGRAMS_WAITING = 64;

export interface AccessToken {
  readonly value: string;
  /** Elapsed time at which it was printed. */
  readonly printedAt: number;
}

/** Access tokens that programs printed, in memory only. */
export class AccessTokens {
  readonly #limits: { readonly clock: Clock; readonly stopping: AbortSignal };
  readonly #queue = new BoundedQueue({ parallel: PROGRAMS_AT_ONCE, waiting: PROGRAMS_WAITING });
  readonly #kept = new Map<string, AccessToken>();
  /** Programs that run or wait, by what their tokens are for. */
  readonly #running = new Map<string, Promise<AccessToken>>();

  constructor(limits: { readonly clock: Clock; readonly stopping: AbortSignal }) {
    this.#limits = limits;
  }

  /** A kept token, or one that is printed for this; rejects with a TokenProgramError. */
  get(wish: TokenWish): Promise<AccessToken> {
    const key = JSON.stringify(wish);
    const kept = this.#kept.get(key);
    if (kept && this.#limits.clock.elapsed() < kept.printedAt + KEPT_TIME) return Promise.resolve(kept);
    const running = this.#running.get(key);
    if (running) return running;
    const printed = this.#queue.run(() => printToken(this.#limits, wish));
    if (!printed) return Promise.reject(new TokenProgramError('no_turn'));
    const token = printed.then((value) => this.#keep(key, value)).finally(() => this.#running.delete(key));
    this.#running.set(key, token);
    return token;
  }

  #keep(key: string, value: string): AccessToken {
    const token = { value, printedAt: this.#limits.clock.elapsed() };
    this.#kept.delete(key);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT_TOKENS && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, token);
    return token;
  }

  /** Drops a token that a server refused. */
  forget(wish: TokenWish, token: AccessToken): void {
    const key = JSON.stringify(wish);
    if (this.#kept.get(key) === token) this.#kept.delete(key);
  }
}
