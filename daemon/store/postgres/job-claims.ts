import { type ExpressionBuilder, sql } from 'kysely';
import { jobsOf } from '../due-jobs.ts';
import type { ClaimedJob, JobClaim, JobClaims } from '../job-claims.ts';
import type { Tables } from '../schema.ts';
import type { Queries } from '../transaction.ts';
import { ArrayParameter } from './values.ts';

/** The database of a node. */
interface ClaimsDatabase {
  /** The run of this node. */
  readonly run: string;
  readonly read: Queries;
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
}

/**
 * Claims of jobs are rows that name a run, which ends them with the row of the run in `nodes`: nothing renews
 * them. Rows that other nodes claim at this moment are skipped, so claims don't wait for each other.
 */
export class PostgresJobClaims implements JobClaims {
  readonly #database: ClaimsDatabase;
  readonly #held = new Set<string>();

  constructor(database: ClaimsDatabase) {
    this.#database = database;
  }

  async claim({ kinds, now, limit }: JobClaim): Promise<readonly ClaimedJob[]> {
    const { read, run, write } = this.#database;
    const free = (db: Queries) =>
      jobsOf(db, kinds)
        .select('id')
        .where('due_at', '<=', now)
        .where((jobs) => this.#isFree(jobs));
    // Most wake-ups find nothing, or other nodes were faster: then nothing is written.
    if (!(await free(read).limit(1).executeTakeFirst())) return [];
    const claimed = await write((db) =>
      db
        .with('due', () => free(db).orderBy('due_at').orderBy('id').limit(limit).forUpdate().skipLocked())
        .updateTable('jobs')
        .from('due')
        .set({ run })
        .whereRef('jobs.id', '=', 'due.id')
        .returning(['jobs.id', 'kind', 'attempts', 'run', 'due_at'])
        .execute(),
    );
    for (const { id } of claimed) this.#held.add(id);
    return claimed.sort((one, other) => one.due_at - other.due_at || (one.id < other.id ? -1 : 1));
  }

  release({ id }: ClaimedJob): void {
    this.#held.delete(id);
  }

  /**
   * Rows of this run that aren't held are free too: the answer to their claim was lost, or their outcome
   * wasn't recorded.
   */
  #isFree(jobs: ExpressionBuilder<Tables, 'jobs'>) {
    const { run } = this.#database;
    const held = new ArrayParameter([...this.#held]);
    return jobs.or([
      jobs('run', 'is', null),
      jobs.and([jobs('run', '=', run), sql<boolean>`id <> all(${held})`]),
      sql<boolean>`run not in (select nodes.run::text from nodes)`,
    ]);
  }
}
