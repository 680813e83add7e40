import { RoundRobin } from '../../platform/system/round-robin.ts';

/** Limits of parallel tasks. */
export interface Slots {
  /** Tasks of any size. */
  readonly all: number;
  readonly small: number;
  /** Less than `all`, so that large tasks leave a thread to small ones. */
  readonly large: number;
}

type TaskSize = 'small' | 'large';

/**
 * Gives threads to parties in turn. Each size always has a running task while it waits, so neither starves.
 */
export class TaskScheduler {
  readonly #slots: Slots;
  readonly #waiting = { small: new RoundRobin<() => void>(), large: new RoundRobin<() => void>() };
  readonly #running = { small: 0, large: 0 };

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** Resolves when it's the party's turn, with the function that ends the turn. */
  take(party: string, size: TaskSize): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting[size].push(party, () => {
        this.#running[size]++;
        resolve(() => {
          this.#running[size]--;
          this.#start();
        });
      });
      this.#start();
    });
  }

  #start(): void {
    for (let size = this.#next(); size !== null; size = this.#next()) this.#waiting[size].take()?.();
  }

  #next(): TaskSize | null {
    const { small, large } = this.#running;
    if (small + large >= this.#slots.all) return null;
    if (large === 0 && this.#waiting.large.size > 0) return 'large';
    if (small < this.#slots.small && this.#waiting.small.size > 0) return 'small';
    return large < this.#slots.large && this.#waiting.large.size > 0 ? 'large' : null;
  }
}
