import type { Store } from '../store/store.ts';
import { type Clock, MINUTE } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

/** Runs a due job; when it throws, the job is tried again later. */
export type JobHandler = (payload: unknown) => Promise<void>;

/** Wait before a job that failed runs again: doubled with every try, up to the longest. */
const FIRST_WAIT = 1 * MINUTE;
const LONGEST_WAIT = 60 * MINUTE;

/**
 * The one durable runner. It sleeps until the earliest job is due, and is woken by commits that add one. A job
 * is deleted after its handler succeeded, so a crash runs it again: handlers check the state they act on.
 */
export class JobRunner {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  #cancelAlarm: () => void = () => undefined;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(options: {
    readonly store: Store;
    readonly clock: Clock;
    readonly log: Log;
    readonly handlers: ReadonlyMap<string, JobHandler>;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#handlers = options.handlers;
  }

  /** Looks at the table again: at the start, after a commit that added a job, or when one became due. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#runDue().finally(() => {
      this.#running = null;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  }

  /** Time of the earliest job, or null. */
  async nextDue(): Promise<number | null> {
    const row = await this.#store.read
      .selectFrom('jobs')
      .select((select) => select.fn.min<number | null>('due_at').as('due'))
      .executeTakeFirst();
    return row?.due ?? null;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelAlarm();
    await this.idle();
  }

  async #runDue(): Promise<void> {
    this.#cancelAlarm();
    for (let job = await this.#due(); job && !this.#stopped; job = await this.#due()) {
      await this.#run(job);
    }
    const next = await this.nextDue();
    if (next !== null && !this.#stopped) this.#cancelAlarm = this.#clock.callAt(next, () => this.wake());
  }

  #due() {
    return this.#store.read
      .selectFrom('jobs')
      .selectAll()
      .where('due_at', '<=', this.#clock.now())
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  }

  async #run(job: { id: string; kind: string; payload: string; attempts: number }): Promise<void> {
    const handler = this.#handlers.get(job.kind);
    try {
      if (!handler) throw new Error(`nobody handles jobs of kind ${job.kind}`);
      await handler(JSON.parse(job.payload));
      await this.#store.write(({ db }) => db.deleteFrom('jobs').where('id', '=', job.id).execute());
    } catch (error) {
      this.#log.error({ err: error, job: job.kind, job_id: job.id }, 'a job failed and will be tried again');
      const wait = Math.min(FIRST_WAIT * 2 ** job.attempts, LONGEST_WAIT);
      await this.#store.write(({ db, now }) =>
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
}
