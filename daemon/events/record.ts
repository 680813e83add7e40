import type { EventData, EventType } from '../../shared/contract/events.ts';
import type { Context } from '../context.ts';
import { batches } from '../store/batches.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { EventsTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { enqueueEvents, type LoggedEvent } from '../webhooks/enqueue.ts';
import { isThrottled } from './throttle.ts';

type EventRow = Omit<EventsTable, 'seq'>;

const insertEvent = prepareQuery<EventRow>()((db, slot) =>
  db.insertInto('events').values({
    id: slot('id'),
    account_id: slot('account_id'),
    mailbox_id: slot('mailbox_id'),
    type: slot('type'),
    occurred_at: slot('occurred_at'),
    data: slot('data'),
  }),
);

/** One event is the common case; it does without RETURNING, which costs several times the insert. */
async function writeBatch<T extends EventType>(
  transaction: Transaction,
  rows: readonly EventRow[],
): Promise<LoggedEvent[]> {
  const [only] = rows;
  if (only && rows.length === 1) {
    const { insertId } = await insertEvent(transaction.db, only);
    return [{ seq: Number(insertId), type: only.type as T }];
  }
  const written = await transaction.db.insertInto('events').values(rows).returning(['seq', 'type']).execute();
  return written.map(({ seq, type }) => ({ seq, type: type as T }));
}

/** An event that is about to be written, with the data of its type. */
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
    logged.push(...(await writeBatch<T>(transaction, batch)));
  }
  await enqueueEvents(context, transaction, accountId, logged);
  transaction.onCommit(() => {
    context.feed.eventsRecorded(logged.map(({ type }) => type));
    context.feed.accountChanged(accountId);
  });
}
