import { takeUpAgain } from '../system/again.ts';
import { type Clock, SECOND } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { BurstWatch } from './burst.ts';

/** Messages that are taken up together when many wait: they share the trip to a thread and the commit. */
const BATCH = 16;

/** Milliseconds that a message waits at most for a burst to pass. */
const PATIENCE = SECOND;

interface Waiting {
  readonly id: string;
  readonly since: number;
}

/**
 * The line of accepted messages that wait to be read and scanned. Only ids are held; what a crash leaves
 * behind is found again by state when the daemon starts. While a burst comes in, accepting has the machine to itself
 * for a moment: peers wait for their replies, and what they bring is safe already.
 */
export class Intake {
  readonly #process: (ids: readonly string[]) => Promise<void>;
  readonly #log: Log;
  readonly #parallel: number;
  readonly #stopping: AbortSignal;
  readonly #clock: Clock;
  readonly #burst = new BurstWatch();
  #waiting: Waiting[] = [];
  #cancelAlarm: (() => void) | null = null;
  #next = 0;
  #batches = 0;
  #running = 0;
  #held = 0;
  #idle: (() => void)[] = [];

  /** `parallel` is the number of batches that are worked on at once. */
  constructor(options: {
    readonly process: (ids: readonly string[]) => Promise<void>;
    readonly parallel: number;
    readonly stopping: AbortSignal;
    readonly clock: Clock;
    readonly log: Log;
  }) {
    this.#process = options.process;
    this.#parallel = options.parallel;
    this.#stopping = options.stopping;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Messages that wait or are being worked on. */
  get depth(): number {
    return this.#waiting.length - this.#next + this.#running;
  }

  /** Messages that wait for something beside the line. */
  get waiting(): number {
    return this.#held;
  }

  /** Lets the line go on while a message that it took up waits for something; `work` never rejects. */
  hold(work: Promise<void>): void {
    this.#held++;
    this.#running++;
    void work.finally(() => {
      this.#held--;
      this.#running--;
      this.#pump();
    });
  }

  /** Takes a message up once more in a while, when what kept it from being stored may be over. */
  again(id: string): void {
    takeUpAgain({ clock: this.#clock, stopping: this.#stopping }, () => this.add(id));
  }

  add(id: string): void {
    const since = this.#clock.now();
    this.#burst.note(since);
    this.#waiting.push({ id, since });
    this.#pump();
  }

  /** Resolves when nothing waits or runs; after a stop, when nothing runs. No burst holds it up. */
  idle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#pump();
    });
  }

  #isIdle(): boolean {
    return this.#running === 0 && (this.#stopping.aborted || this.#next === this.#waiting.length);
  }

  #pump(): void {
    while (this.#batches < this.#parallel && this.#next < this.#waiting.length && !this.#stopping.aborted) {
      if (this.#givesWay()) return;
      const batch = this.#waiting.slice(this.#next, this.#next + BATCH).map(({ id }) => id);
      this.#next += batch.length;
      void this.#work(batch);
    }
    if (this.#next === this.#waiting.length && this.#next > 0) {
      this.#waiting = [];
      this.#next = 0;
    }
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Whether the line stands still for a burst; it then moves on by itself. */
  #givesWay(): boolean {
    const oldest = this.#waiting[this.#next];
    if (oldest === undefined || this.#idle.length > 0) return false;
    const until = Math.min(this.#burst.endsAt(), oldest.since + PATIENCE);
    if (until <= this.#clock.now()) return false;
    this.#cancelAlarm ??= this.#clock.callAt(until, () => {
      this.#cancelAlarm = null;
      this.#pump();
    });
    return true;
  }

  async #work(ids: readonly string[]): Promise<void> {
    this.#batches++;
    this.#running += ids.length;
    try {
      await this.#process(ids);
    } catch (error) {
      // The rows stay as they are.
      this.#log.error({ err: error, message_ids: ids }, 'accepted messages could not be processed yet');
      for (const id of ids) this.again(id);
    }
    this.#batches--;
    this.#running -= ids.length;
    this.#pump();
  }
}
