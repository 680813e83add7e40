import type { Lease } from '../store/leases.ts';
import type { Clock } from '../system/clock.ts';

/** A row of the job table, without its payload: one that can't be read must not stop the others. */
export interface DueJob {
  readonly id: string;
  readonly kind: string;
  readonly attempts: number;
}

/** Source and concurrency of a queue. Times are milliseconds since 1970. */
export interface JobQueueOptions {
  /** Jobs that run at once. */
  readonly concurrency: number;
  readonly clock: Clock;
  /** The earliest due jobs, including running ones. */
  readonly due: (now: number, limit: number) => Promise<readonly DueJob[]>;
  /** Due time of the next job after a time, or null. */
  readonly nextAfter: (now: number) => Promise<number | null>;
  /** Null while another worker runs the job; `retry` is called once when that may have changed. */
  readonly claim: (job: DueJob, retry: () => void) => Promise<Lease | null>;
  readonly run: (job: DueJob) => Promise<void>;
}

/** Runs due jobs of some kinds in order of time, up to `concurrency` in parallel. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #running = new Map<string, Promise<void>>();
  /** Jobs that other workers run. */
  readonly #refused = new Set<string>();
  #starting: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #cancelAlarm: () => void = () => undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#starting !== null || this.#running.size > 0;
  }

  /** Starts due jobs while there is room. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#starting) {
      this.#again = true;
      return;
    }
    this.#starting = this.#startDue().finally(() => {
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

  /** Starts no further jobs; running ones finish. */
  stop(): void {
    this.#stopped = true;
    this.#cancelAlarm();
  }

  async #startDue(): Promise<void> {
    const { clock, due, concurrency } = this.#options;
    const now = clock.now();
    for (let looksOn = true; looksOn; ) {
      const room = concurrency - this.#running.size;
      if (room === 0) return;
      const rows = await due(now, concurrency + this.#running.size + this.#refused.size);
      const jobs = rows.filter(({ id }) => !this.#running.has(id) && !this.#refused.has(id)).slice(0, room);
      const started = await Promise.all(jobs.map((job) => !this.#stopped && this.#start(job)));
      if (this.#stopped) return;
      looksOn = started.includes(false);
    }
    // A full queue continues when one of its jobs ends.
    if (this.#running.size < concurrency) await this.#setAlarm(now);
  }

  /** False when another worker has the job, which doesn't delay others. */
  async #start(job: DueJob): Promise<boolean> {
    const { claim, run } = this.#options;
    this.#refused.add(job.id);
    const lease = await claim(job, () => {
      this.#refused.delete(job.id);
      this.wake();
    });
    if (!lease) return false;
    this.#refused.delete(job.id);
    const work = run(job).finally(async () => {
      await lease.release();
      this.#running.delete(job.id);
      this.wake();
    });
    this.#running.set(job.id, work);
    return true;
  }

  /** Sets the alarm for the next job that wasn't due at `now`. */
  async #setAlarm(now: number): Promise<void> {
    const next = await this.#options.nextAfter(now);
    this.#cancelAlarm();
    if (next !== null && !this.#stopped) {
      this.#cancelAlarm = this.#options.clock.callAt(next, () => this.wake());
    }
  }
}
