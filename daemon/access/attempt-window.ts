/** Counters kept at once; the oldest window goes first when there are more. */
const CAPACITY = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/**
 * Counts attempts per key in windows of fixed length that begin with the first attempt. Memory is bounded: all
 * windows are equally long, so the oldest entry is always the next one to end.
 */
export class AttemptWindow {
  readonly limit: number;
  readonly #length: number;
  readonly #capacity: number;
  readonly #windows = new Map<string, Window>();

  constructor(options: {
    readonly limit: number;
    readonly windowSeconds: number;
    readonly capacity?: number;
  }) {
    this.limit = options.limit;
    this.#length = options.windowSeconds * 1000;
    this.#capacity = options.capacity ?? CAPACITY;
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
    if (window) {
      window.count += 1;
      return;
    }
    this.#makeRoom(now);
    this.#windows.set(key, { endsAt: now + this.#length, count: 1 });
  }

  /** Takes back one attempt that turned out to be right. */
  uncount(key: string, now: number): void {
    const window = this.#open(key, now);
    if (window) window.count -= 1;
  }

  get size(): number {
    return this.#windows.size;
  }

  #open(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    if (window && window.endsAt > now) return window;
    if (window) this.#windows.delete(key);
    return undefined;
  }

  #makeRoom(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < this.#capacity) return;
      this.#windows.delete(key);
    }
  }
}
