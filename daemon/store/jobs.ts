import type { Context } from '../context.ts';
import type { Transaction } from './store.ts';

/** Something that happens later, as durable as the transaction that asks for it. */
export interface NewJob {
  readonly kind: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

export async function scheduleJob(
  context: Pick<Context, 'random' | 'wakeJobs'>,
  transaction: Transaction,
  job: NewJob,
): Promise<void> {
  await transaction.db
    .insertInto('jobs')
    .values({
      id: context.random.id(transaction.now),
      kind: job.kind,
      due_at: job.dueAt,
      payload: JSON.stringify(job.payload),
      last_error: null,
      created_at: transaction.now,
    })
    .execute();
  transaction.onCommit(() => context.wakeJobs());
}
