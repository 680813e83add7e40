import type { EventData, EventType } from '../../shared/contract/events.ts';
import type { Transaction } from '../store/store.ts';
import type { Random } from '../system/random.ts';

export interface NewEvent<T extends EventType> {
  readonly type: T;
  readonly accountId: string;
  readonly mailboxId: string | null;
  readonly data: EventData<T>;
}

/** Writes an event in the transaction of what it tells. */
export async function recordEvent<T extends EventType>(
  random: Random,
  transaction: Transaction,
  event: NewEvent<T>,
): Promise<void> {
  await transaction.db
    .insertInto('events')
    .values({
      id: random.id(transaction.now),
      account_id: event.accountId,
      mailbox_id: event.mailboxId,
      type: event.type,
      occurred_at: transaction.now,
      data: JSON.stringify(event.data),
    })
    .execute();
}
