import type { EventType } from '../../shared/contract/events.ts';
import { batches } from '../platform/store/batches.ts';
import type { NewEvent } from '../platform/store/ports.ts';
import { prepareQuery } from '../platform/store/prepared.ts';
import type { EventsTable } from '../platform/store/schema.ts';
import type { Transaction } from '../platform/store/store.ts';
import { isThrottled } from './throttle.ts';

type EventRow = Omit<EventsTable, 'seq'>;

/** An event in the log. */
export interface LoggedEvent {
  readonly seq: number;
  readonly type: EventType;
  readonly mailboxId: string | null;
  readonly marks: EventMarks;
}

/** Fields of events about messages by which webhooks choose. */
interface EventMarks {
  readonly labels?: readonly string[];
  readonly subaddress_instance_id?: string;
}

/** Writes events of one account, in their order, and returns those that no throttle dropped. */
export async function recordEvents<T extends EventType>(
  transaction: Transaction,
  events: readonly NewEvent<T>[],
): Promise<LoggedEvent[]> {
  const rows: EventRow[] = [];
  for (const event of events) {
    if (await isThrottled(transaction, event)) continue;
    rows.push({
      id: transaction.newId(),
      account_id: event.accountId,
      mailbox_id: event.mailboxId,
      message_id: 'message_id' in event.data ? event.data.message_id : null,
      type: event.type,
      occurred_at: transaction.now,
      data: event.data,
    });
  }
  const logged: LoggedEvent[] = [];
  for (const batch of batches(rows)) logged.push(...(await writeBatch<T>(transaction, batch)));
  return logged;
}

const insertEvent = prepareQuery<EventRow>()((db, param) =>
  db.insertInto('events').values({
    id: param('id'),
    account_id: param('account_id'),
    mailbox_id: param('mailbox_id'),
    message_id: param('message_id'),
    type: param('type'),
    occurred_at: param('occurred_at'),
    data: param('data'),
  }),
);

/** A single event, the common case, is inserted without RETURNING, which costs several times the insert. */
async function writeBatch<T extends EventType>(
  transaction: Transaction,
  rows: readonly EventRow[],
): Promise<LoggedEvent[]> {
  const [only] = rows;
  if (only && rows.length === 1) {
    const { insertId } = await insertEvent(transaction.db, only);
    return [loggedEvent<T>({ ...only, seq: Number(insertId) })];
  }
  const written = await transaction.db
    .insertInto('events')
    .values(rows)
    .returning(['seq', 'type', 'mailbox_id', 'data'])
    .execute();
  return written.map((row) => loggedEvent<T>(row));
}

function loggedEvent<T extends EventType>({
  seq,
  type,
  mailbox_id: mailboxId,
  data,
}: Pick<EventRow, 'type' | 'mailbox_id' | 'data'> & { readonly seq: number }): LoggedEvent {
  return { seq, type: type as T, mailboxId, marks: data as EventMarks };
}
