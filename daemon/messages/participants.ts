import { sql } from 'kysely';
import type { MessagesTable } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

/** States in which an inbound message makes its sender a participant of the thread (decisions 5.7). */
const SPEAKING: readonly MessagesTable['state'][] = ['available', 'quarantined'];

/** Whether somebody wrote in a thread of a mailbox, by From address. */
export async function isParticipant(
  db: Queries,
  mailboxId: string,
  threadId: string,
  address: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', '=', threadId)
    .where('direction', '=', 'inbound')
    .where('state', 'in', SPEAKING)
    .where(sql<string>`lower(sender)`, '=', address.toLowerCase())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
