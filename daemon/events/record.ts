import type { EventData, EventType } from '../../shared/contract/events.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../store/store.ts';

export interface NewEvent<T extends EventType> {
  readonly type: T;
  readonly accountId: string;
  readonly mailboxId: string | null;
  readonly data: EventData<T>;
}

/** Writes an event in the transaction of what it tells, and wakes who waits for it after the commit. */
export async function recordEvent<T extends EventType>(
  context: Pick<Context, 'random' | 'feed'>,
  transaction: Transaction,
  event: NewEvent<T>,
): Promise<void> {
  await transaction.db
    .insertInto('events')
    .values({
      id: context.random.id(transaction.now),
      account_id: event.accountId,
      mailbox_id: event.mailboxId,
      type: event.type,
      occurred_at: transaction.now,
      data: JSON.stringify(event.data),
    })
    .execute();
  transaction.onCommit(() => context.feed.accountChanged(event.accountId));
}
