import { BoundedMap } from './bounded-map.ts';

const CAPACITY = 10_000;

interface CountedWindow {
  readonly endsAt: number;
  count: number;
}

/** Counts attempts per key in fixed windows that begin with the first attempt. Memory is bounded. */
export class AttemptWindow {
  readonly limit: number;
  readonly #length: number;
  readonly #windows: BoundedMap<CountedWindow>;

  constructor(options: {
    readonly limit: number;
    readonly windowSeconds: number;
    readonly capacity?: number;
  }) {
    this.limit = options.limit;
    this.#length = options.windowSeconds * 1000;
    this.#windows = new BoundedMap(options.capacity ?? CAPACITY);
  }

  /** Milliseconds until the window of a key that reached the limit ends; 0 when it has not. */
  blockedFor(key: string, now: number): number {
    const window = this.#open(key, now);
    return window && window.count >= this.limit ? window.endsAt - now : 0;
  }

  /** Attempts that the key has left in its window. */
  left(key: string, now: number): number {
    return Math.max(0, this.limit - (this.#open(key, now)?.count ?? 0));
  }

  count(key: string, now: number): void {
    const window = this.#open(key, now);
    if (window) window.count += 1;
    else this.#windows.set(key, { endsAt: now + this.#length, count: 1 });
  }

  get size(): number {
    return this.#windows.size;
  }

  #open(key: string, now: number): CountedWindow | undefined {
    const window = this.#windows.get(key);
    // A window that ends too far in the future began before the clock was set back.
    return window && window.endsAt > now && window.endsAt <= now + this.#length ? window : undefined;
  }
}
