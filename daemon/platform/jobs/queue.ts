import type { ClaimedJob } from '../store/job-claims.ts';
import { type Clock, SECOND } from '../system/clock.ts';

/** Pause after a failure of the store, so that it doesn't cause a busy loop. */
const PAUSE = 5 * SECOND;
/** A batch that was started within this time was too small. */
const SHORT = 1 * SECOND;
/** Jobs that are claimed at once at most, although they run one after the other. */
const LARGEST_BATCH = 50;

/** Source and concurrency of a queue. Times are milliseconds since 1970. */
export interface JobQueueOptions {
  /** Jobs that run at once. */
  readonly concurrency: number;
  /** Whether it may claim jobs before there is room for them. */
  readonly readsAhead: boolean;
  readonly clock: Clock;
  /** The earliest due jobs that no process has. */
  readonly claim: (now: number, limit: number) => Promise<readonly ClaimedJob[]>;
  readonly release: (job: ClaimedJob) => void;
  /** Due time of the next job after a time, or null. */
  readonly nextAfter: (now: number) => Promise<number | null>;
  readonly run: (job: ClaimedJob) => Promise<void>;
  /** Reports that the store failed. The queue looks again after a pause. */
  readonly onFailure: (error: unknown) => void;
}

/** Runs due jobs of some kinds in order of time, up to `concurrency` in parallel. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #running = new Map<string, Promise<void>>();
  /** Claimed, and not running yet. */
  #ahead: ClaimedJob[] = [];
  /**
   * Jobs to claim at once. It grows while they are quick, so that slow ones don't wait here for each other.
   */
  #batch: number;
  /** When the last full batch was claimed, in elapsed time. */
  #claimedAt: number | null = null;
  #starting: Promise<void> | null = null;
  #again = false;
  readonly #stopping = new AbortController();
  #cancelAlarm: () => void = () => undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#batch = options.concurrency;
  }

  get isRunning(): boolean {
    return this.#starting !== null || this.#running.size > 0;
  }

  /** Starts due jobs while there is room. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#starting) {
      this.#again = true;
      return;
    }
    this.#starting = this.#pauseOnFailure(this.#startDue()).finally(() => {
      this.#starting = null;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  }

  async idle(): Promise<void> {
    while (this.isRunning) await Promise.all([this.#starting, ...this.#running.values()]);
  }

  /** Ids of the jobs that run. */
  get running(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** Starts no further jobs, and resolves when it claims none; running ones finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancelAlarm();
    this.#releaseAhead();
    await this.#starting;
  }

  async #startDue(): Promise<void> {
    const { clock, claim, concurrency } = this.#options;
    const now = clock.now();
    for (;;) {
      while (this.#running.size < concurrency) {
        const job = this.#ahead.shift();
        if (!job) break;
        this.#start(job);
      }
      // A full queue continues when one of its jobs ends.
      if (this.#running.size === concurrency) return;
      const limit = this.#nextBatch();
      this.#ahead = [...(await claim(now, limit))];
      if (this.#stopping.signal.aborted) return this.#releaseAhead();
      this.#claimedAt = this.#ahead.length === limit ? clock.elapsed() : null;
      if (this.#ahead.length === 0) return this.#setAlarm(now);
    }
  }

  /** The size of the next batch, now that the last one was started. */
  #nextBatch(): number {
    const { clock, concurrency, readsAhead } = this.#options;
    const room = concurrency - this.#running.size;
    if (!readsAhead) return room;
    const wasShort = this.#claimedAt !== null && clock.elapsed() - this.#claimedAt < SHORT;
    this.#batch = wasShort ? Math.min(this.#batch * 2, LARGEST_BATCH) : concurrency;
    return Math.max(this.#batch, room);
  }

  #start(job: ClaimedJob): void {
    const { release, run } = this.#options;
    const work = this.#pauseOnFailure(run(job)).finally(() => {
      release(job);
      this.#running.delete(job.id);
      this.wake();
    });
    this.#running.set(job.id, work);
  }

  #releaseAhead(): void {
    for (const job of this.#ahead.splice(0)) this.#options.release(job);
  }

  /** Ends after a pause when work failed; then the queue looks again. */
  async #pauseOnFailure(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#options.onFailure(error);
      this.#again = true;
      await this.#pause();
    }
  }

  /** Resolves after a while, or when the queue stops. */
  #pause(): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.#options.clock.callAfter(PAUSE, end);
      signal.addEventListener('abort', end);
    });
  }

  /** Sets the alarm for the next job that wasn't due at `now`. */
  async #setAlarm(now: number): Promise<void> {
    const next = await this.#options.nextAfter(now);
    this.#cancelAlarm();
    if (next !== null && !this.#stopping.signal.aborted) {
      this.#cancelAlarm = this.#options.clock.callAt(next, () => this.wake());
    }
  }
}
