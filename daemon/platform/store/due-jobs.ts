import type { QueuedKinds } from './job-claims.ts';
import type { Queries } from './queries.ts';

/** Selects from the jobs of a queue. */
export function jobsOf(db: Queries, kinds: QueuedKinds) {
  const jobs = db.selectFrom('jobs');
  if ('only' in kinds) return jobs.where('kind', '=', kinds.only);
  return kinds.except.length > 0 ? jobs.where('kind', 'not in', kinds.except) : jobs;
}

/** Due time of the next job of a queue after a time, or null. */
export async function nextDueAfter(db: Queries, kinds: QueuedKinds, now: number): Promise<number | null> {
  const row = await jobsOf(db, kinds)
    .where('due_at', '>', now)
    .select((select) => select.fn.min<number | null>('due_at').as('due'))
    .executeTakeFirst();
  return row?.due ?? null;
}

export function isOfQueue(kind: string, kinds: QueuedKinds): boolean {
  return 'only' in kinds ? kind === kinds.only : !kinds.except.includes(kind);
}
