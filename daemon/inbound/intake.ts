import type { Log } from '../system/log.ts';

/** Messages that are taken up together when many wait: they share the trip to a thread and the commit. */
const BATCH = 16;

/**
 * The line of accepted messages that wait to be read and scanned. Only ids are held; what a crash leaves
 * behind is found again by state when the daemon starts.
 */
export class Intake {
  readonly #process: (ids: readonly string[]) => Promise<void>;
  readonly #log: Log;
  readonly #parallel: number;
  readonly #stopping: AbortSignal;
  #waiting: string[] = [];
  #next = 0;
  #batches = 0;
  #running = 0;
  #idle: (() => void)[] = [];

  /** `parallel` is the number of batches that are worked on at once. */
  constructor(options: {
    readonly process: (ids: readonly string[]) => Promise<void>;
    readonly parallel: number;
    readonly stopping: AbortSignal;
    readonly log: Log;
  }) {
    this.#process = options.process;
    this.#parallel = options.parallel;
    this.#stopping = options.stopping;
    this.#log = options.log;
  }

  /** Messages that wait or are being worked on. */
  get depth(): number {
    return this.#waiting.length - this.#next + this.#running;
  }

  add(id: string): void {
    this.#waiting.push(id);
    this.#pump();
  }

  /** Resolves when nothing waits or runs; after a stop, when nothing runs. */
  idle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #isIdle(): boolean {
    return this.#running === 0 && (this.#stopping.aborted || this.#next === this.#waiting.length);
  }

  #pump(): void {
    while (this.#batches < this.#parallel && this.#next < this.#waiting.length && !this.#stopping.aborted) {
      const batch = this.#waiting.slice(this.#next, this.#next + BATCH);
      this.#next += batch.length;
      void this.#work(batch);
    }
    if (this.#next === this.#waiting.length && this.#next > 0) {
      this.#waiting = [];
      this.#next = 0;
    }
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #work(ids: readonly string[]): Promise<void> {
    this.#batches++;
    this.#running += ids.length;
    try {
      await this.#process(ids);
    } catch (error) {
      // The rows stay as they are; the next start takes them up again.
      this.#log.error({ err: error, message_ids: ids }, 'accepted messages could not be processed');
    }
    this.#batches--;
    this.#running -= ids.length;
    this.#pump();
  }
}
