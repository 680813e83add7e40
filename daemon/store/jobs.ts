import type { Random } from '../system/random.ts';
import type { Transaction } from './transaction.ts';

/** Something that happens later, as durable as the transaction that asks for it. */
export interface NewJob {
  readonly kind: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What planning a job takes of the daemon. */
export interface Planning {
  readonly random: Random;
  /** Has the jobs looked at anew, for one may be due earlier than the others. */
  readonly wakeJobs: () => void;
}

/** Writes the row; the runner hears of it after the commit. */
export async function scheduleJob(
  { random, wakeJobs }: Planning,
  transaction: Transaction,
  job: NewJob,
): Promise<void> {
  await transaction.db
    .insertInto('jobs')
    .values({
      id: random.id(transaction.now),
      kind: job.kind,
      due_at: job.dueAt,
      payload: JSON.stringify(job.payload),
      last_error: null,
      created_at: transaction.now,
    })
    .execute();
  transaction.onCommit(wakeJobs);
}
