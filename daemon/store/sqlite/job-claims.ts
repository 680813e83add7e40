import { jobsOf } from '../due-jobs.ts';
import type { ClaimedJob, JobClaim, JobClaims } from '../job-claims.ts';
import type { Queries } from '../transaction.ts';

/** Claims of the only process of a database, which needn't be written. */
export class SoleJobClaims implements JobClaims {
  readonly #read: Queries;
  readonly #held = new Set<string>();

  constructor(read: Queries) {
    this.#read = read;
  }

  async claim({ kinds, now, limit }: JobClaim): Promise<readonly ClaimedJob[]> {
    const rows = await jobsOf(this.#read, kinds)
      .select(['id', 'kind', 'attempts', 'run'])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit + this.#held.size)
      .execute();
    const jobs = rows.filter(({ id }) => !this.#held.has(id)).slice(0, limit);
    for (const { id } of jobs) this.#held.add(id);
    return jobs;
  }

  release({ id }: ClaimedJob): void {
    this.#held.delete(id);
  }
}
