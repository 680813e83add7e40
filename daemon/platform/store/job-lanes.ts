import { dialectOf } from './dialect.ts';
import { jobsOf } from './due-jobs.ts';
import type { ClaimedJob, JobClaim } from './job-claims.ts';
import type { Queries } from './queries.ts';

/**
 * Lanes of jobs, one per account and one per host. Slow machines of one user hold up only the lanes of that
 * user (docs/decisions/workers.md).
 */

export type LaneJob = Pick<ClaimedJob, 'id' | 'account_id' | 'host'>;

/** Jobs that aren't looked for: those known by id, and those in lanes that have no place left. */
interface Excluded {
  readonly ids: readonly string[];
  readonly accounts: readonly string[];
  readonly hosts: readonly string[];
}

/** Jobs that are read at once. */
const PAGE = 100;

/** Places that are taken in the lanes of one dimension. */
class Lanes {
  readonly #width: number;
  readonly #taken = new Map<string, number>();

  constructor(width: number) {
    this.#width = width;
  }

  hasRoom(lane: string | null): boolean {
    return lane === null || (this.#taken.get(lane) ?? 0) < this.#width;
  }

  enter(lane: string | null): void {
    if (lane !== null) this.#taken.set(lane, (this.#taken.get(lane) ?? 0) + 1);
  }

  get full(): string[] {
    return [...this.#taken.keys()].filter((lane) => !this.hasRoom(lane));
  }
}

interface Choice {
  readonly perLane: number;
  readonly limit: number;
  /** Jobs that have places. */
  readonly busy: readonly LaneJob[];
}

/**
 * The first jobs, up to the limit, that find places. `read` returns the earliest free ones, a page at most.
 */
export async function chooseFromLanes<Job extends LaneJob>(
  { perLane, limit, busy }: Choice,
  read: (excluded: Excluded) => Promise<readonly Job[]>,
): Promise<Job[]> {
  const [accounts, hosts] = [new Lanes(perLane), new Lanes(perLane)];
  const enter = ({ account_id, host }: LaneJob): void => {
    accounts.enter(account_id);
    hosts.enter(host);
  };
  busy.forEach(enter);
  const chosen: Job[] = [];
  // The first job of a page always finds its places.
  for (let more = true; more && chosen.length < limit; ) {
    const ids = [...busy, ...chosen].map(({ id }) => id);
    const page = await read({ ids, accounts: accounts.full, hosts: hosts.full });
    for (const job of page) {
      if (chosen.length === limit || !accounts.hasRoom(job.account_id) || !hosts.hasRoom(job.host)) continue;
      enter(job);
      chosen.push(job);
    }
    more = page.length === PAGE;
  }
  return chosen;
}

/** A page of due jobs, in order, without those excluded. */
export function dueOutside(
  db: Queries,
  { kinds, now }: JobClaim,
  { ids: id, accounts: account_id, hosts: host }: Excluded,
) {
  let due = jobsOf(db, kinds).where('due_at', '<=', now);
  for (const [column, values] of Object.entries({ id, account_id, host }) as [keyof LaneJob, string[]][]) {
    if (values.length === 0) continue;
    const list = dialectOf(db).listOf(values);
    due = due.where((jobs) => jobs.or([jobs(column, 'is', null), jobs(column, 'not in', list)]));
  }
  return due
    .select(['id', 'kind', 'account_id', 'host', 'attempts', 'run'])
    .orderBy('due_at')
    .orderBy('id')
    .limit(PAGE);
}
