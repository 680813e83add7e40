import { isOfQueue, jobsOf } from '../due-jobs.ts';
import type { ClaimedJob, JobClaim, JobClaims } from '../job-claims.ts';
import { chooseWithinLimits, dueOutside } from '../job-limits.ts';
import type { Queries } from '../queries.ts';

/** Claims of the only process of a database, which needn't be written. */
export class SoleJobClaims implements JobClaims {
  readonly #read: Queries;
  readonly #held = new Map<string, ClaimedJob>();

  constructor(read: Queries) {
    this.#read = read;
  }

  async claim(claim: JobClaim): Promise<readonly ClaimedJob[]> {
    const { perParty } = claim;
    const jobs = await (perParty === undefined ? this.#earliest(claim) : this.#fromLanes(claim, perParty));
    for (const job of jobs) this.#held.set(job.id, job);
    return jobs;
  }

  release({ id }: ClaimedJob): void {
    this.#held.delete(id);
  }

  async #earliest({ kinds, now, limit }: JobClaim): Promise<readonly ClaimedJob[]> {
    const rows = await jobsOf(this.#read, kinds)
      .select(['id', 'kind', 'account_id', 'host', 'attempts', 'run'])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit + this.#held.size)
      .execute();
    return rows.filter(({ id }) => !this.#held.has(id)).slice(0, limit);
  }

  #fromLanes(claim: JobClaim, perParty: number): Promise<readonly ClaimedJob[]> {
    const busy = [...this.#held.values()].filter(({ kind }) => isOfQueue(kind, claim.kinds));
    return chooseWithinLimits({ perParty, limit: claim.limit, busy }, (excluded) =>
      dueOutside(this.#read, claim, excluded).execute(),
    );
  }
}
