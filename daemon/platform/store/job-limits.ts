import { dialectOf } from './dialect.ts';
import { jobsOf } from './due-jobs.ts';
import type { ClaimedJob, JobClaim } from './job-claims.ts';
import type { Queries } from './queries.ts';

/**
 * Limits of running jobs, per account and per host, so that slow machines of one user hold up the jobs of
 * that user only (docs/decisions/workers.md).
 */

export type LimitedJob = Pick<ClaimedJob, 'id' | 'account_id' | 'host'>;

/** Jobs that aren't looked for: those known by id, and those of accounts and hosts at their limit. */
interface Excluded {
  readonly ids: readonly string[];
  readonly accounts: readonly string[];
  readonly hosts: readonly string[];
}

/** Jobs that are read at once. */
const PAGE = 100;

/** Running jobs of each account, or of each host. */
class RunningJobs {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  hasRoom(party: string | null): boolean {
    return party === null || (this.#counts.get(party) ?? 0) < this.#limit;
  }

  add(party: string | null): void {
    if (party !== null) this.#counts.set(party, (this.#counts.get(party) ?? 0) + 1);
  }

  get full(): string[] {
    return [...this.#counts.keys()].filter((party) => !this.hasRoom(party));
  }
}

interface Choice {
  readonly perParty: number;
  readonly limit: number;
  /** Jobs that run already. */
  readonly busy: readonly LimitedJob[];
}

/**
 * The first jobs, up to the limit, that their limits allow. `read` returns the earliest free ones, a page at
 * most.
 */
export async function chooseWithinLimits<Job extends LimitedJob>(
  { perParty, limit, busy }: Choice,
  read: (excluded: Excluded) => Promise<readonly Job[]>,
): Promise<Job[]> {
  const [accounts, hosts] = [new RunningJobs(perParty), new RunningJobs(perParty)];
  const add = ({ account_id, host }: LimitedJob): void => {
    accounts.add(account_id);
    hosts.add(host);
  };
  busy.forEach(add);
  const chosen: Job[] = [];
  // The first job of a page is always within its limits.
  for (let more = true; more && chosen.length < limit; ) {
    const ids = [...busy, ...chosen].map(({ id }) => id);
    const page = await read({ ids, accounts: accounts.full, hosts: hosts.full });
    for (const job of page) {
      if (chosen.length === limit || !accounts.hasRoom(job.account_id) || !hosts.hasRoom(job.host)) continue;
      add(job);
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
  for (const [column, values] of Object.entries({ id, account_id, host }) as [keyof LimitedJob, string[]][]) {
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
