import { sql } from 'kysely';
import type { MessageState } from '../../shared/contract/messages.ts';
import { stateIn } from '../messages/states.ts';
import type { Queries } from '../store/store.ts';

/** Messages of a thread, the latest ones, whose people are named. */
const LATEST = 100;

/** Subjects of the messages of a mailbox that were created at these times, which no two of them share. */
export async function subjectsAt(
  db: Queries,
  mailboxId: string,
  times: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('messages')
    .select(['created_at', 'subject'])
    .where('mailbox_id', '=', mailboxId)
    .where('created_at', 'in', sql<number>`(select value from json_each(${JSON.stringify(times)}))`)
    .execute();
  return new Map(rows.map((row) => [row.created_at, row.subject]));
}

/** Addresses of a thread without repetition, those of its oldest messages first. */
export async function participantsOf(
  db: Queries,
  mailboxId: string,
  threadId: string,
  states: readonly MessageState[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['sender', 'recipient'])
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', '=', threadId)
    .where(stateIn(states))
    .orderBy('created_at', 'desc')
    .limit(LATEST)
    .execute();
  const addresses = rows.reverse().flatMap(({ sender, recipient }) => [sender, recipient]);
  return [...new Set(addresses.map((address) => address.toLowerCase()).filter((address) => address !== ''))];
}
