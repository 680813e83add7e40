import { LARGE_TASK } from '../../content/analysis/pool.ts';
import type { KeptLease } from '../../platform/store/leases.ts';
import type { IntakeEntry } from '../../platform/store/ports.ts';
import type { Clock } from '../../platform/system/clock.ts';
import type { Log } from '../../platform/system/log.ts';
import { scheduleRetry } from '../../platform/system/schedule-retry.ts';
import { InboundLine } from './line.ts';
import { ReadingShare } from './reading-share.ts';
import { SenderBudget } from './sender-budget.ts';

/** Small messages that are processed together: they share a thread task and a commit. */
const BATCH = 16;

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
 */
export class Intake {
  readonly #process: (ids: readonly string[]) => Promise<void>;
  readonly #log: Log;
  readonly #retry: Parameters<typeof scheduleRetry>[0];
  readonly #parallel: Parallel;
  readonly #stopping: AbortSignal;
  readonly #lease: Pick<KeptLease, 'isHeld' | 'hold'>;
  readonly #clock: Clock;
  readonly #share: ReadingShare;
  readonly #budget = new SenderBudget();
  readonly #lines: Readonly<Record<keyof Parallel, InboundLine>>;
  readonly #batches = { small: 0, large: 0 };
  #cancelAlarm: (() => void) | null = null;
  #running = 0;
  #held = 0;
  #idle: (() => void)[] = [];

  constructor(options: {
    readonly process: (ids: readonly string[]) => Promise<void>;
    readonly parallel: Parallel;
    readonly stopping: AbortSignal;
    /** The lease of the messages: without it none is begun. */
    readonly lease: Pick<KeptLease, 'isHeld' | 'hold'>;
    readonly clock: Clock;
    readonly retries: Set<Promise<void>>;
    readonly log: Log;
    /** Busy share of the event loop in the recent past, from 0 to 1. */
    readonly load: () => number;
  }) {
    this.#process = options.process;
    this.#parallel = options.parallel;
    this.#stopping = options.stopping;
    this.#lease = options.lease;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#retry = options;
    this.#share = new ReadingShare(options.load);
    const isSpent = (sender: string) => this.#budget.isSpent(sender, this.#clock.elapsed());
    this.#lines = { small: new InboundLine(isSpent), large: new InboundLine(isSpent) };
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
  again(message: IntakeEntry): void {
    scheduleRetry(this.#retry, () => this.add(message));
  }

  add(message: IntakeEntry): void {
    this.#share.arrived(this.#clock.elapsed());
    this.#lines[message.bytes > LARGE_TASK ? 'large' : 'small'].push(message);
    this.#pump();
  }

  /** Charges the analysis time of a message to its sender. */
  charge({ sender }: IntakeEntry, milliseconds: number): void {
    if (sender !== null) this.#budget.charge(sender, milliseconds, this.#clock.elapsed());
  }

  /** Resolves when the queue is empty and idle; after a stop, when nothing runs. Ignores pauses. */
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

  /** Continues when the lease was granted. */
  resume(): void {
    this.#pump();
  }

  #pump(): void {
    if (!this.#stopping.aborted && this.#queued > 0) {
      if (this.#lease.isHeld) {
        this.#startLarge();
        this.#startSmall();
      } else void this.#lease.hold().then((held) => held && this.#pump());
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
    while (this.#batches.small < this.#parallel.small && !this.#isPaused()) {
      const batch = this.#nextBatch();
      if (batch.length === 0) return;
      void this.#work('small', batch);
    }
  }

  /** Takes small messages up to the size of one large message. */
  #nextBatch(): IntakeEntry[] {
    const batch: IntakeEntry[] = [];
    let room = LARGE_TASK;
    while (batch.length < BATCH) {
      const message = this.#lines.small.take(room);
      if (message === null) break;
      room -= message.bytes;
      batch.push(message);
    }
    return batch;
  }

  /** Whether small messages leave the event loop to accepting; a timer ends the pause. */
  #isPaused(): boolean {
    if (this.#lines.small.size === 0 || this.#idle.length > 0) return false;
    const wait = this.#share.pausedUntil() - this.#clock.elapsed();
    if (wait <= 0) return false;
    this.#cancelAlarm ??= this.#clock.callAfter(wait, () => {
      this.#cancelAlarm = null;
      this.#pump();
    });
    return true;
  }

  async #work(size: keyof Parallel, messages: readonly IntakeEntry[]): Promise<void> {
    const ids = messages.map(({ id }) => id);
    this.#batches[size]++;
    this.#running += ids.length;
    const began = this.#clock.elapsed();
    try {
      await this.#process(ids);
    } catch (error) {
      // The rows keep their state.
      this.#log.error({ err: error, message_ids: ids }, 'accepted messages not processed, will retry');
      for (const message of messages) this.again(message);
    }
    const now = this.#clock.elapsed();
    if (size === 'small') this.#share.batchEnded(now, now - began);
    this.#batches[size]--;
    this.#running -= ids.length;
    this.#pump();
  }
}
