import type { Leases } from '../store/leases.ts';
import type { Store } from '../store/store.ts';
import { type Clock, MINUTE } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { type DueJob, JobQueue } from './queue.ts';

/** Runs a due job. If it throws, the job is retried later. */
export type JobHandler = (payload: unknown) => Promise<void>;

/** A kind of job that waits for other machines: `parallel` run at once, and don't delay other kinds. */
export interface ParallelJob {
  readonly run: JobHandler;
  readonly parallel: number;
}

/** A repeating kind of job: due again some milliseconds after each run. */
export interface RepeatedJob {
  readonly run: JobHandler;
  readonly every: number;
}

export type JobKind = JobHandler | ParallelJob | RepeatedJob;

/** Delay before the first retry. It doubles with every attempt up to the longest. */
const FIRST_WAIT = 1 * MINUTE;
const LONGEST_WAIT = 60 * MINUTE;

/**
 * The durable job runner. It sleeps until the earliest job is due; commits that add one wake it. A job is
 * deleted after its handler succeeds, so a crash repeats it: handlers check the state they act on. Jobs run
 * one at a time in order of time, except for parallel kinds, which have their own queues.
 */
export class JobRunner {
  readonly #store: Store;
  readonly #leases: Leases;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #handlers: ReadonlyMap<string, JobKind>;
  readonly #parallelKinds: readonly string[];
  readonly #queues: readonly JobQueue[];

  constructor(options: {
    readonly store: Store;
    readonly leases: Leases;
    readonly clock: Clock;
    readonly log: Log;
    readonly handlers: ReadonlyMap<string, JobKind>;
  }) {
    this.#store = options.store;
    this.#leases = options.leases;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#handlers = options.handlers;
    const parallel = [...options.handlers].flatMap(([kind, handler]) =>
      'parallel' in handler ? [{ kind, concurrency: handler.parallel }] : [],
    );
    this.#parallelKinds = parallel.map(({ kind }) => kind);
    this.#queues = [
      this.#queue(null, 1),
      ...parallel.map(({ kind, concurrency }) => this.#queue(kind, concurrency)),
    ];
  }

  /** Reads the table again: at start, after a commit that added a job, or when one is due. */
  wake(): void {
    for (const queue of this.#queues) queue.wake();
  }

  /** Due time of the earliest job, or null. */
  async nextDue(): Promise<number | null> {
    const row = await this.#store.read
      .selectFrom('jobs')
      .select((select) => select.fn.min<number | null>('due_at').as('due'))
      .executeTakeFirst();
    return row?.due ?? null;
  }

  get isRunning(): boolean {
    return this.#queues.some((queue) => queue.isRunning);
  }

  async idle(): Promise<void> {
    while (this.isRunning) await Promise.all(this.#queues.map((queue) => queue.idle()));
  }

  async stop(): Promise<void> {
    for (const queue of this.#queues) queue.stop();
    await this.idle();
  }

  /** The queue of one parallel kind, or of all other kinds. */
  #queue(kind: string | null, concurrency: number): JobQueue {
    return new JobQueue({
      concurrency,
      clock: this.#clock,
      due: (now, limit) =>
        this.#jobs(kind)
          .where('due_at', '<=', now)
          .select(['id', 'kind', 'attempts'])
          .orderBy('due_at')
          .orderBy('id')
          .limit(limit)
          .execute(),
      nextAfter: async (now) => {
        const row = await this.#jobs(kind)
          .where('due_at', '>', now)
          .select((select) => select.fn.min<number | null>('due_at').as('due'))
          .executeTakeFirst();
        return row?.due ?? null;
      },
      claim: ({ id }, retry) => this.#leases.claim(`job:${id}`, retry),
      run: (job) => this.#run(job),
    });
  }

  #jobs(kind: string | null) {
    const jobs = this.#store.read.selectFrom('jobs');
    if (kind !== null) return jobs.where('kind', '=', kind);
    return this.#parallelKinds.length > 0 ? jobs.where('kind', 'not in', this.#parallelKinds) : jobs;
  }

  async #run(job: DueJob): Promise<void> {
    const known = this.#handlers.get(job.kind);
    const handler = typeof known === 'object' ? known.run : known;
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
      const row = await this.#store.read
        .selectFrom('jobs')
        .select('payload')
        .where('id', '=', job.id)
        .where('due_at', '<=', this.#clock.now())
        .executeTakeFirst();
      // Another worker ran it before the claim.
      if (!row) return;
      await handler(row.payload);
      await this.#recordSuccess(job, typeof known === 'object' && 'every' in known ? known.every : null);
    } catch (error) {
      this.#log.error({ err: error, job: job.kind, job_id: job.id }, 'job failed, will retry');
      const wait = Math.min(FIRST_WAIT * 2 ** job.attempts, LONGEST_WAIT);
      await this.#store.write('none', ({ db, now }) =>
        db
          .updateTable('jobs')
          .set({
            attempts: job.attempts + 1,
            due_at: now + wait,
            last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
          })
          .where('id', '=', job.id)
          .execute(),
      );
    }
  }

  async #recordSuccess(job: DueJob, every: number | null): Promise<void> {
    await this.#store.write<unknown>('none', ({ db, now }) =>
      every === null
        ? db.deleteFrom('jobs').where('id', '=', job.id).execute()
        : db
            .updateTable('jobs')
            .set({ attempts: 0, due_at: now + every, last_error: null })
            .where('id', '=', job.id)
            .execute(),
    );
  }
}
