import { LARGE_TASK } from '../analysis/pool.ts';
import { type Clock, SECOND } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { scheduleRetry } from '../system/schedule-retry.ts';
import type { Arrived } from './arrived.ts';
import { BurstWatch } from './burst.ts';
import { Line } from './line.ts';
import { SenderBudget } from './sender-budget.ts';

/** Small messages that are processed together: they share a thread task and a commit. */
const BATCH = 16;

/** Milliseconds that a message waits for a burst to end. */
const MAX_DELAY = SECOND;

/** A large message is processed alone, whatever its size. */
const ANY_SIZE = Number.POSITIVE_INFINITY;

/** Parallel batches of small messages, and parallel large messages. */
export interface Parallel {
  readonly small: number;
  readonly large: number;
}

/**
 * Queue of accepted messages. Mailboxes take turns, large messages don't delay small ones, and senders over
 * their analysis budget wait behind others. It holds ids only; after a crash messages are found by state.
 * During a burst, accepting mail has precedence: peers wait for replies, and accepted mail is durable.
 */
export class Intake {
  readonly #process: (ids: readonly string[]) => Promise<void>;
  readonly #log: Log;
  readonly #parallel: Parallel;
  readonly #stopping: AbortSignal;
  readonly #clock: Clock;
  readonly #burst = new BurstWatch();
  readonly #budget = new SenderBudget();
  readonly #lines: Readonly<Record<keyof Parallel, Line>>;
  /** Arrival times of waiting small messages, earliest first. */
  readonly #since = new Map<string, number>();
  readonly #batches = { small: 0, large: 0 };
  #cancelAlarm: (() => void) | null = null;
  #running = 0;
  #held = 0;
  #idle: (() => void)[] = [];

  constructor(options: {
    readonly process: (ids: readonly string[]) => Promise<void>;
    readonly parallel: Parallel;
    readonly stopping: AbortSignal;
    readonly clock: Clock;
    readonly log: Log;
  }) {
    this.#process = options.process;
    this.#parallel = options.parallel;
    this.#stopping = options.stopping;
    this.#clock = options.clock;
    this.#log = options.log;
    const isSpent = (sender: string) => this.#budget.isSpent(sender, this.#clock.elapsed());
    this.#lines = { small: new Line(isSpent), large: new Line(isSpent) };
  }

  /** Messages that are waiting or in progress. */
  get depth(): number {
    return this.#queued + this.#running;
  }

  get #queued(): number {
    return this.#lines.small.size + this.#lines.large.size;
  }

  /** Messages that wait outside of the queue. */
  get waiting(): number {
    return this.#held;
  }

  /** Tracks work that a message waits for outside of the queue; `work` never rejects. */
  hold(work: Promise<void>): void {
    this.#held++;
    this.#running++;
    void work.finally(() => {
      this.#held--;
      this.#running--;
      this.#pump();
    });
  }

  /** Requeues a message later, after a failure to store it. */
  again(message: Arrived): void {
    scheduleRetry({ clock: this.#clock, stopping: this.#stopping }, () => this.add(message));
  }

  add(message: Arrived): void {
    const now = this.#clock.elapsed();
    this.#burst.note(now);
    const isLarge = message.bytes > LARGE_TASK;
    this.#lines[isLarge ? 'large' : 'small'].push(message);
    if (!isLarge) this.#since.set(message.id, now);
    this.#pump();
  }

  /** Charges the analysis time of a message to its sender. */
  charge({ sender }: Arrived, milliseconds: number): void {
    if (sender !== null) this.#budget.charge(sender, milliseconds, this.#clock.elapsed());
  }

  /** Resolves when the queue is empty and idle; after a stop, when nothing runs. Ignores bursts. */
  idle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#pump();
    });
  }

  #isIdle(): boolean {
    return this.#running === 0 && (this.#stopping.aborted || this.#queued === 0);
  }

  #pump(): void {
    if (!this.#stopping.aborted) {
      this.#startLarge();
      this.#startSmall();
    }
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #startLarge(): void {
    while (this.#batches.large < this.#parallel.large) {
      const message = this.#lines.large.take(ANY_SIZE);
      if (message === null) return;
      void this.#work('large', [message]);
    }
  }

  #startSmall(): void {
    while (this.#batches.small < this.#parallel.small && !this.#givesWay()) {
      const batch = this.#nextBatch();
      if (batch.length === 0) return;
      void this.#work('small', batch);
    }
  }

  /** Takes small messages up to the size of one large message. */
  #nextBatch(): Arrived[] {
    const batch: Arrived[] = [];
    let room = LARGE_TASK;
    while (batch.length < BATCH) {
      const message = this.#lines.small.take(room);
      if (message === null) break;
      this.#since.delete(message.id);
      room -= message.bytes;
      batch.push(message);
    }
    return batch;
  }

  /** Whether small messages wait for the end of a burst; a timer starts them then. */
  #givesWay(): boolean {
    const [oldest] = this.#since.values();
    if (oldest === undefined || this.#idle.length > 0) return false;
    const until = Math.min(this.#burst.endsAt(), oldest + MAX_DELAY);
    const wait = until - this.#clock.elapsed();
    if (wait <= 0) return false;
    this.#cancelAlarm ??= this.#clock.callAfter(wait, () => {
      this.#cancelAlarm = null;
      this.#pump();
    });
    return true;
  }

  async #work(size: keyof Parallel, messages: readonly Arrived[]): Promise<void> {
    const ids = messages.map(({ id }) => id);
    this.#batches[size]++;
    this.#running += ids.length;
    try {
      await this.#process(ids);
    } catch (error) {
      // The rows keep their state.
      this.#log.error({ err: error, message_ids: ids }, 'accepted messages not processed, will retry');
      for (const message of messages) this.again(message);
    }
    this.#batches[size]--;
    this.#running -= ids.length;
    this.#pump();
  }
}
