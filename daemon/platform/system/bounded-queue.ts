/** Limits parallel work and the number of waiting callers, first come, first served. */
export class BoundedQueue {
  readonly #parallel: number;
  readonly #capacity: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: { readonly parallel: number; readonly waiting: number }) {
    this.#parallel = options.parallel;
    this.#capacity = options.waiting;
  }

  /** Queues `work`; null when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T> | null {
    if (this.#running < this.#parallel) {
      this.#running += 1;
      return this.#finish(work());
    }
    if (this.#waiting.length >= this.#capacity) return null;
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.#finish(work()));
  }

  async #finish<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
