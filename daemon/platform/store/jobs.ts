import { registrableDomain } from '../system/registrable-domain.ts';
import type { WriteContext } from './queries.ts';

/** Work for later, as durable as the transaction that schedules it. */
export interface NewJob {
  readonly kind: string;
  /** The account that it concerns; null for work of the service. */
  readonly accountId: string | null;
  /** Name of the machine that it waits for, if a user chose the machine. */
  readonly host?: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A job whose account follows from the message that it is about. */
export type MessageJob = Omit<NewJob, 'accountId'>;

export async function insertJob(transaction: WriteContext, job: NewJob): Promise<void> {
  await transaction.db
    .insertInto('jobs')
    .values({
      id: transaction.newId(),
      account_id: job.accountId,
      host: job.host === undefined ? null : registrableDomain(job.host),
      kind: job.kind,
      due_at: job.dueAt,
      payload: job.payload,
      last_error: null,
      created_at: transaction.now,
    })
    .execute();
}
