import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { dialectOf } from '../dialect.ts';
import { jobsOf } from '../due-jobs.ts';
import type { ClaimedJob, JobClaim, JobClaims } from '../job-claims.ts';
import { chooseWithinLimits, dueOutside, type LimitedJob } from '../job-limits.ts';
import type { Queries } from '../queries.ts';
import type { Tables } from '../schema.ts';
import { ArrayParameter } from './values.ts';

/** The database of a node. */
interface ClaimsDatabase {
  /** The run of this node. */
  readonly run: string;
  readonly read: Queries;
  write<T>(work: (db: Queries) => Promise<T>): Promise<T>;
}

/** A selection of ids. */
type FreeJobs = (db: Queries) => SelectQueryBuilder<Tables, 'jobs', Pick<Tables['jobs'], 'id'>>;

/** Choices that other nodes may take first, one after the other, before a claim gives up. */
const CHOICES = 3;

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

  async claim(claim: JobClaim): Promise<readonly ClaimedJob[]> {
    const { perParty } = claim;
    const claimed = await (perParty === undefined ? this.#earliest(claim) : this.#fromLanes(claim, perParty));
    for (const { id } of claimed) this.#held.add(id);
    return claimed;
  }

  release({ id }: ClaimedJob): void {
    this.#held.delete(id);
  }

  async #earliest(claim: JobClaim): Promise<readonly ClaimedJob[]> {
    const { read } = this.#database;
    const { limit } = claim;
    // Most wake-ups find nothing, or other nodes were faster: then nothing is written.
    if (!(await this.#free(read, claim).limit(1).executeTakeFirst())) return [];
    return this.#take((db) => this.#free(db, claim).orderBy('due_at').orderBy('id').limit(limit));
  }

  /** Nodes that claim at the same moment may each take a job of one account or host. */
  async #fromLanes(claim: JobClaim, perParty: number): Promise<readonly ClaimedJob[]> {
    const { read } = this.#database;
    for (let choice = 0; choice < CHOICES; choice++) {
      const busy = await this.#busy(claim);
      const chosen = await chooseWithinLimits({ perParty, limit: claim.limit, busy }, (excluded) =>
        dueOutside(read, claim, excluded)
          .where((jobs) => this.#isFree(jobs))
          .execute(),
      );
      if (chosen.length === 0) break;
      const ids = dialectOf(read).listOf(chosen.map(({ id }) => id));
      const claimed = await this.#take((db) => this.#free(db, claim).where('id', 'in', ids));
      if (claimed.length > 0) return claimed;
    }
    return [];
  }

  async #take(select: FreeJobs): Promise<readonly ClaimedJob[]> {
    const { run, write } = this.#database;
    const claimed = await write((db) =>
      db
        .with('due', () => select(db).forUpdate().skipLocked())
        .updateTable('jobs')
        .from('due')
        .set({ run })
        .whereRef('jobs.id', '=', 'due.id')
        .returning(['jobs.id', 'kind', 'account_id', 'host', 'attempts', 'run', 'due_at'])
        .execute(),
    );
    return claimed.sort((one, other) => one.due_at - other.due_at || (one.id < other.id ? -1 : 1));
  }

  #free(db: Queries, { kinds, now }: JobClaim): ReturnType<FreeJobs> {
    return jobsOf(db, kinds)
      .select('id')
      .where('due_at', '<=', now)
      .where((jobs) => this.#isFree(jobs));
  }

  /** Jobs that a node has claimed. */
  #busy({ kinds, now }: JobClaim): Promise<readonly LimitedJob[]> {
    return jobsOf(this.#database.read, kinds)
      .select(['id', 'account_id', 'host'])
      .where('due_at', '<=', now)
      .where((jobs) => jobs.not(this.#isFree(jobs)))
      .execute();
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
