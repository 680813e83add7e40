import { TRUST } from './timing.ts';

/** A node's term, and the clock that measures its trust. */
interface TrustOptions {
  /** Milliseconds. */
  readonly term: number;
  readonly monotonic: () => number;
}

/** Whether a node may work: others don't have its work yet. */
export class Trust {
  readonly #options: TrustOptions;
  /** When the last successful heartbeat began. */
  #seenAt: number;
  /** Milliseconds by which the monotonic clock is late. */
  #missed = 0;
  #isOver = false;

  constructor(options: TrustOptions, seenAt: number) {
    this.#options = options;
    this.#seenAt = seenAt;
  }

  get now(): number {
    return this.#options.monotonic() + this.#missed;
  }

  /** Milliseconds until it ends, unless it's renewed. */
  get left(): number {
    return this.#isOver ? 0 : Math.max(0, this.#seenAt + this.#options.term * TRUST - this.now);
  }

  /** Whether it ended for good. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Lets it last from the beginning of a heartbeat that succeeded. */
  renew(seenAt: number): void {
    this.#seenAt = seenAt;
  }

  /** Adds time that the monotonic clock missed. */
  addTime(milliseconds: number): void {
    this.#missed += Math.max(0, milliseconds);
  }

  end(): void {
    this.#isOver = true;
  }
}
