import { nextDueAfter } from '../store/due-jobs.ts';
import { NotHeldError } from '../store/errors.ts';
import type { ClaimedJob, QueuedKinds } from '../store/job-claims.ts';
import type { Outage } from '../store/outage.ts';
import type { Store } from '../store/store.ts';
import { type Clock, MINUTE } from '../system/clock.ts';
import { JobQueue } from './queue.ts';

/** Runs a due job. If it throws, the job is retried later. */
export type JobHandler = (payload: unknown) => Promise<void>;

/** A kind of job that waits for other machines: `parallel` run at once, and don't delay other kinds. */
export interface ParallelJob {
  readonly run: JobHandler;
  readonly parallel: number;
  /** Of one account, and of one host, run at once; any number without it. */
  readonly perParty?: number;
}

/** A repeating kind of job: due again some milliseconds after each run. */
export interface RepeatedJob {
  readonly run: JobHandler;
  readonly every: number;
}

export type JobKind = JobHandler | ParallelJob | RepeatedJob;

/** A queue of one kind, or with null of all kinds that have none. */
interface QueueShape {
  readonly kind: string | null;
  readonly concurrency: number;
  readonly perParty?: number | undefined;
}

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
  readonly #clock: Clock;
  readonly #outage: Outage;
  readonly #handlers: ReadonlyMap<string, JobKind>;
  readonly #parallelKinds: readonly string[];
  /** By their kind; null runs all other kinds. */
  readonly #queues: ReadonlyMap<string | null, JobQueue>;

  constructor(options: {
    readonly store: Store;
    readonly clock: Clock;
    readonly outage: Outage;
    readonly handlers: ReadonlyMap<string, JobKind>;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#outage = options.outage;
    this.#handlers = options.handlers;
    const parallel = [...options.handlers].flatMap(([kind, handler]) =>
      'parallel' in handler ? [{ kind, concurrency: handler.parallel, perParty: handler.perParty }] : [],
    );
    this.#parallelKinds = parallel.map(({ kind }) => kind);
    this.#queues = new Map([
      [null, this.#queue({ kind: null, concurrency: 1 })],
      ...parallel.map((queue) => [queue.kind, this.#queue(queue)] as const),
    ]);
  }

  /** Reads the table again for jobs of a kind, or of all kinds. */
  wake(kind: string | null = null): void {
    for (const [of, queue] of this.#queues) if (kind === null || of === this.#queueOf(kind)) queue.wake();
  }

  /** Kind of the queue that runs a kind; null is the one of all that have none of their own. */
  #queueOf(kind: string): string | null {
    return this.#parallelKinds.includes(kind) ? kind : null;
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
    return [...this.#queues.values()].some((queue) => queue.isRunning);
  }

  async idle(): Promise<void> {
    while (this.isRunning) await Promise.all([...this.#queues.values()].map((queue) => queue.idle()));
  }

  /** Ids of the jobs that run. */
  get running(): readonly string[] {
    return [...this.#queues.values()].flatMap((queue) => queue.running);
  }

  /** Starts no further jobs, and resolves when it claims none; running ones finish. */
  async stop(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.stop()));
  }

  /** The queue of one parallel kind, or of all other kinds, whose jobs may take long. */
  #queue({ kind, concurrency, perParty }: QueueShape): JobQueue {
    const { jobs, read } = this.#store;
    const kinds: QueuedKinds = kind === null ? { except: this.#parallelKinds } : { only: kind };
    return new JobQueue({
      concurrency,
      // A job that waits here would count against the limit of its account and host.
      readsAhead: kind !== null && perParty === undefined,
      clock: this.#clock,
      claim: async (now, limit) => {
        const claimed = await jobs.claim({ kinds, now, limit, ...(perParty !== undefined && { perParty }) });
        this.#outage.end();
        return claimed;
      },
      release: (job) => jobs.release(job),
      nextAfter: (now) => nextDueAfter(read, kinds, now),
      run: (job) => this.#run(job),
      onFailure: (error) => this.#outage.failed(error, 'jobs not read or not recorded, will retry'),
    });
  }

  async #run(job: ClaimedJob): Promise<void> {
    // Others may have the claims of a node that isn't trusted.
    if (!this.#store.cluster.isTrusted) throw new NotHeldError('jobs wait until the node is trusted');
    const known = this.#handlers.get(job.kind);
    const handler = typeof known === 'object' ? known.run : known;
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
      const row = await this.#store.read
        .selectFrom('jobs')
        .select('payload')
        .where('id', '=', job.id)
        .where('run', 'is not distinct from', job.run)
        .executeTakeFirst();
      // It was deleted meanwhile.
      if (!row) return;
      await handler(row.payload);
      await this.#recordSuccess(job, typeof known === 'object' && 'every' in known ? known.every : null);
    } catch (error) {
      this.#outage.failed(error, 'job failed, will retry', { job: job.kind, job_id: job.id });
      const wait = Math.min(FIRST_WAIT * 2 ** job.attempts, LONGEST_WAIT);
      await this.#store.write('none', ({ db, now }) =>
        db
          .updateTable('jobs')
          .set({
            attempts: job.attempts + 1,
            due_at: now + wait,
            run: null,
            last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
          })
          .where('id', '=', job.id)
          .where('run', 'is not distinct from', job.run)
          .execute(),
      );
    }
  }

  async #recordSuccess(job: ClaimedJob, every: number | null): Promise<void> {
    await this.#store.write<unknown>('none', ({ db, now }) =>
      every === null
        ? db
            .deleteFrom('jobs')
            .where('id', '=', job.id)
            .where('run', 'is not distinct from', job.run)
            .execute()
        : db
            .updateTable('jobs')
            .set({ attempts: 0, due_at: now + every, last_error: null, run: null })
            .where('id', '=', job.id)
            .where('run', 'is not distinct from', job.run)
            .execute(),
    );
  }
}
