import type { Log } from '../system/log.ts';

/**
 * The line of accepted messages that wait to be read and scanned. Only ids are held; what a crash leaves
 * behind is found again by state when the daemon starts.
 */
export class Intake {
  readonly #process: (id: string) => Promise<void>;
  readonly #log: Log;
  readonly #parallel: number;
  readonly #stopping: AbortSignal;
  #waiting: string[] = [];
  #next = 0;
  #running = 0;
  #idle: (() => void)[] = [];

  constructor(options: {
    readonly process: (id: string) => Promise<void>;
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
    while (this.#running < this.#parallel && !this.#stopping.aborted) {
      const id = this.#waiting[this.#next];
      if (id === undefined) break;
      this.#next++;
      this.#running++;
      void this.#work(id);
    }
    if (this.#next === this.#waiting.length && this.#next > 0) {
      this.#waiting = [];
      this.#next = 0;
    }
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #work(id: string): Promise<void> {
    try {
      await this.#process(id);
    } catch (error) {
      // The row stays as it is; the next start takes it up again.
      this.#log.error({ err: error, message_id: id }, 'an accepted message could not be processed');
    }
    this.#running--;
    this.#pump();
  }
}
