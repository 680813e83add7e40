import { type Insertable, sql } from 'kysely';
import { prepareQuery } from '../store/prepared.ts';
import type { MessagesTable } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';

export type NewMessage = Omit<Insertable<MessagesTable>, 'seq' | 'created_at'>;

export interface InsertedMessage {
  readonly seq: number;
  readonly id: string;
  /** Milliseconds since 1970; greater than that of every earlier message of the mailbox. */
  readonly createdAt: number;
}

/** Writes a message row; its `created_at` is the next free millisecond of its mailbox. */
export async function insertMessage(transaction: Transaction, message: NewMessage): Promise<InsertedMessage> {
  const insert = insertOf(Object.keys(message) as (keyof NewMessage)[]);
  const { rows } = await insert(transaction.db, { ...message, now: transaction.now });
  const [row] = rows;
  if (!row) throw new Error('the insert of a message returned no row');
  return { seq: row.seq, id: message.id, createdAt: row.created_at };
}

type Insert = ReturnType<typeof prepareInsert>;

/** Callers fill in different columns; each set of them has its own statement. */
const inserts = new Map<string, Insert>();

function insertOf(columns: readonly (keyof NewMessage)[]): Insert {
  const key = columns.join();
  let insert = inserts.get(key);
  if (!insert) {
    insert = prepareInsert(columns);
    inserts.set(key, insert);
  }
  return insert;
}

function prepareInsert(columns: readonly (keyof NewMessage)[]) {
  return prepareQuery<NewMessage & { now: number }>()((db, slot) => {
    const newest = sql<number>`(select newest.created_at from messages as newest
      where newest.mailbox_id = ${slot('mailbox_id')} order by newest.created_at desc limit 1)`;
    const now = slot('now');
    const values = Object.fromEntries(
      columns.map((column) => [column, slot(column)]),
    ) as unknown as NewMessage;
    return db
      .insertInto('messages')
      .values({
        ...values,
        created_at: sql<number>`case when coalesce(${newest}, 0) < ${now} then ${now} else ${newest} + 1 end`,
      })
      .returning(['seq', 'created_at']);
  });
}

const addBytes = prepareQuery<{ account_id: string; bytes: number }>()((db, slot) =>
  db
    .updateTable('accounts')
    .set({ used_bytes: sql<number>`used_bytes + ${slot('bytes')}` })
    .where('id', '=', slot('account_id')),
);

/** Adds bytes to what an account stores. */
export async function addUsedBytes(
  transaction: Transaction,
  accountId: string,
  bytes: number,
): Promise<void> {
  await addBytes(transaction.db, { account_id: accountId, bytes });
}
