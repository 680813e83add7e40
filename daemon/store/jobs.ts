import type { Transaction } from './transaction.ts';

/** Work for later, as durable as the transaction that schedules it. */
export interface NewJob {
  readonly kind: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

export async function insertJob(transaction: Transaction, job: NewJob): Promise<void> {
  await transaction.db
    .insertInto('jobs')
    .values({
      id: transaction.newId(),
      kind: job.kind,
      due_at: job.dueAt,
      payload: job.payload,
      last_error: null,
      created_at: transaction.now,
    })
    .execute();
}
