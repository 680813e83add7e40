import type { Context } from '../context.ts';
import { DAY } from '../system/clock.ts';
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

/** Makes sure that exactly one later round of a daily job is planned. */
export async function planDaily(context: Context, kind: string): Promise<void> {
  await context.store.write(async (transaction) => {
    const { db, now } = transaction;
    const planned = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', kind)
      .where('due_at', '>', now)
      .executeTakeFirst();
    if (planned) return;
    await scheduleJob(context, transaction, { kind, dueAt: now + DAY, payload: {} });
  });
}
