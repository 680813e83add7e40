import type { EventData, EventType } from '../../shared/contract/events.ts';
import type { Context } from '../context.ts';
import { batches } from '../store/batches.ts';
import type { Transaction } from '../store/store.ts';
import { enqueueEvents, type LoggedEvent } from '../webhooks/enqueue.ts';
import { isThrottled } from './throttle.ts';

export interface NewEvent<T extends EventType> {
  readonly type: T;
  readonly accountId: string;
  readonly mailboxId: string | null;
  readonly data: EventData<T>;
}

/**
 * Writes an event, and its deliveries to webhooks, in the transaction of what it tells; who waits for them is
 * woken after the commit. An event that came already within its throttle is left out.
 */
export async function recordEvent<T extends EventType>(
  context: Pick<Context, 'random' | 'feed'>,
  transaction: Transaction,
  event: NewEvent<T>,
): Promise<void> {
  if (await isThrottled(transaction, event)) return;
  await recordEvents(context, transaction, event.accountId, [event]);
}

/** Writes many events of one account at once, in their order; for kinds of events without a throttle. */
export async function recordEvents<T extends EventType>(
  context: Pick<Context, 'random' | 'feed'>,
  transaction: Transaction,
  accountId: string,
  events: readonly Omit<NewEvent<T>, 'accountId'>[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    id: context.random.id(transaction.now),
    account_id: accountId,
    mailbox_id: event.mailboxId,
    type: event.type,
    occurred_at: transaction.now,
    data: JSON.stringify(event.data),
  }));
  const logged: LoggedEvent[] = [];
  for (const batch of batches(rows)) {
    const written = await transaction.db
      .insertInto('events')
      .values(batch)
      .returning(['seq', 'type'])
      .execute();
    for (const { seq, type } of written) logged.push({ seq, type: type as T });
  }
  await enqueueEvents(context, transaction, accountId, logged);
  transaction.onCommit(() => context.feed.accountChanged(accountId));
}
