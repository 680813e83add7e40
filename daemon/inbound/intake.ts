import { LARGE_TASK } from '../analysis/pool.ts';
import { takeUpAgain } from '../system/again.ts';
import { type Clock, SECOND } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import type { Arrived } from './arrived.ts';
import { BurstWatch } from './burst.ts';
import { Line } from './line.ts';
import { SenderBudget } from './sender-budget.ts';

/** Small messages that are processed together when many wait: they share the trip to a thread and the commit. */
const BATCH = 16;

/** Milliseconds that a message waits at most for a burst to pass. */
const PATIENCE = SECOND;

/** A large message goes alone, so its size does not matter. */
const ANY_SIZE = Number.POSITIVE_INFINITY;

/** How many batches are processed at once: of small messages, and of a large one each. */
export interface Parallel {
  readonly small: number;
  readonly large: number;
}

/**
 * Accepted messages that wait to be read and scanned. Mailboxes take turns, large messages don't hold up small ones, and a
 * sender that used up its analysis time waits behind others. Only ids are held; what a crash leaves behind is found again by
 * state when the daemon starts. While a burst comes in, accepting has the machine to itself for a moment: peers wait for
 * their replies, and accepted mail is safe already.
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
  /** When each small message that waits was added, the earliest first. */
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

  /** Messages that wait or are being worked on. */
  get depth(): number {
    return this.#queued + this.#running;
  }

  get #queued(): number {
    return this.#lines.small.size + this.#lines.large.size;
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

  /** Adds a message once more in a while, when what kept it from being stored may be over. */
  again(message: Arrived): void {
    takeUpAgain({ clock: this.#clock, stopping: this.#stopping }, () => this.add(message));
  }

  add(message: Arrived): void {
    const now = this.#clock.elapsed();
    this.#burst.note(now);
    const isLarge = message.bytes > LARGE_TASK;
    this.#lines[isLarge ? 'large' : 'small'].push(message);
    if (!isLarge) this.#since.set(message.id, now);
    this.#pump();
  }

  /** Counts the time that the analysis of a message took against its sender. */
  charge({ sender }: Arrived, milliseconds: number): void {
    if (sender !== null) this.#budget.charge(sender, milliseconds, this.#clock.elapsed());
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

  /** Small messages that together are no larger than one large message may begin. */
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

  /** Whether small messages wait for a burst to pass; they then start by themselves. */
  #givesWay(): boolean {
    const [oldest] = this.#since.values();
    if (oldest === undefined || this.#idle.length > 0) return false;
    const until = Math.min(this.#burst.endsAt(), oldest + PATIENCE);
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
      // The rows stay as they are.
      this.#log.error({ err: error, message_ids: ids }, 'accepted messages not processed, will retry');
      for (const message of messages) this.again(message);
    }
    this.#batches[size]--;
    this.#running -= ids.length;
    this.#pump();
  }
}
