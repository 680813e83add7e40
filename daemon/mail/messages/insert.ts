import { type Insertable, sql } from 'kysely';
import { workerIn } from '../../platform/store/message-states.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { MessagesTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';

export type NewMessage = Omit<Insertable<MessagesTable>, 'seq' | 'created_at' | 'worker'>;

export interface InsertedMessage {
  readonly seq: number;
  readonly id: string;
  readonly created_at: number;
}

/**
 * Inserts a message. Its `created_at` is the next free millisecond of its mailbox, so it's unique there.
 * `newest` is the result of `newestIn` in this transaction, if it was asked for before.
 */
export async function insertMessage(
  transaction: Transaction,
  message: NewMessage,
  newest?: number,
): Promise<InsertedMessage> {
  const after = newest ?? (await newestIn(transaction, message.mailbox_id));
  return insertAt(transaction, message, Math.max(transaction.now, after + 1));
}

/** Inserts a message that arrived elsewhere at `time`, or at the next free millisecond of its mailbox. */
export async function insertOlder(
  transaction: Transaction,
  message: NewMessage,
  time: number,
): Promise<InsertedMessage> {
  let created_at = time;
  while (await isTaken(transaction, { mailbox_id: message.mailbox_id, created_at })) created_at++;
  return insertAt(transaction, message, created_at);
}

async function isTaken(
  { db }: Transaction,
  place: Pick<InsertedMessage, 'created_at'> & { mailbox_id: string },
) {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', place.mailbox_id)
    .where('created_at', '=', place.created_at)
    .executeTakeFirst();
  return row !== undefined;
}

async function insertAt(
  transaction: Transaction,
  message: NewMessage,
  created_at: number,
): Promise<InsertedMessage> {
  const insert = insertOf(Object.keys(message) as (keyof NewMessage)[]);
  const worker = workerIn(message.state, transaction);
  const { insertId } = await insert(transaction.db, { ...message, created_at, worker });
  return { seq: Number(insertId), id: message.id, created_at };
}

/** When the newest message of a mailbox was created; 0 without one. */
export async function newestIn({ db }: Transaction, mailboxId: string): Promise<number> {
  const { rows } = await findNewest(db, { mailbox_id: mailboxId });
  return rows[0]?.created_at ?? 0;
}

const findNewest = prepareQuery<Pick<NewMessage, 'mailbox_id'>>()((db, param) =>
  db
    .selectFrom('messages')
    .select('created_at')
    .where('mailbox_id', '=', param('mailbox_id'))
    .orderBy('created_at', 'desc')
    .limit(1),
);

type Insert = ReturnType<typeof prepareInsert>;

/** A prepared statement per set of columns. */
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
  return prepareQuery<NewMessage & { created_at: number; worker: string | null }>()((db, param) => {
    const values = Object.fromEntries(
      columns.map((column) => [column, param(column)]),
    ) as unknown as NewMessage;
    return db
      .insertInto('messages')
      .values({ ...values, created_at: param('created_at'), worker: param('worker') });
  });
}

const addBytes = prepareQuery<{ account_id: string; bytes: number }>()((db, param) =>
  db
    .updateTable('accounts')
    .set({ used_bytes: sql<number>`used_bytes + ${param('bytes')}` })
    .where('id', '=', param('account_id')),
);

/** Adds bytes to what an account stores. */
export async function addUsedBytes(
  transaction: Transaction,
  accountId: string,
  bytes: number,
): Promise<void> {
  await addBytes(transaction.db, { account_id: accountId, bytes });
}
