import { type Insertable, sql } from 'kysely';
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
  const { db, now } = transaction;
  const { last_message_at: createdAt } = await db
    .updateTable('mailboxes')
    .set({
      last_message_at: sql<number>`case when last_message_at < ${now} then ${now} else last_message_at + 1 end`,
    })
    .where('id', '=', message.mailbox_id)
    .returning('last_message_at')
    .executeTakeFirstOrThrow();
  const { seq } = await db
    .insertInto('messages')
    .values({ ...message, created_at: createdAt })
    .returning('seq')
    .executeTakeFirstOrThrow();
  return { seq, id: message.id, createdAt };
}

/** Adds bytes to what an account stores. */
export async function addUsedBytes(
  transaction: Transaction,
  accountId: string,
  bytes: number,
): Promise<void> {
  await transaction.db
    .updateTable('accounts')
    .set({ used_bytes: sql<number>`used_bytes + ${bytes}` })
    .where('id', '=', accountId)
    .execute();
}
