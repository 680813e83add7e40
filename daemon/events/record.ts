import type { EventData, EventType } from '../../shared/contract/events.ts';
import type { Context } from '../context.ts';
import { batches } from '../store/batches.ts';
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
  await recordEvents(context, transaction, [event]);
}

/** Writes any number of events of one account, in their order. */
export async function recordEvents<T extends EventType>(
  context: Pick<Context, 'random' | 'feed'>,
  transaction: Transaction,
  events: readonly NewEvent<T>[],
): Promise<void> {
  const [first] = events;
  if (!first) return;
  const rows = events.map((event) => ({
    id: context.random.id(transaction.now),
    account_id: event.accountId,
    mailbox_id: event.mailboxId,
    type: event.type,
    occurred_at: transaction.now,
    data: JSON.stringify(event.data),
  }));
  for (const batch of batches(rows)) await transaction.db.insertInto('events').values(batch).execute();
  transaction.onCommit(() => context.feed.accountChanged(first.accountId));
}
