import { sql } from 'kysely';
import type { MessageState } from '../../shared/contract/messages.ts';
import { DEFAULT_VIEW, stateIn } from '../messages/states.ts';
import { NOT_HELD_BACK } from '../messages/withheld.ts';
import { prepareQuery } from '../store/prepared.ts';
import type { Queries } from '../store/store.ts';

/** Messages of a thread, the latest ones, whose people are named. */
const LATEST = 25;

/**
 * Subjects of the messages of a mailbox that were created at these times, which no two of them share; for a reader who
 * is kept from text without those that are held back.
 */
export async function subjectsAt(
  db: Queries,
  mailboxId: string,
  times: readonly number[],
  isKeptFromText: boolean,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('messages')
    .select(['created_at', 'subject'])
    .where('mailbox_id', '=', mailboxId)
    .where('created_at', 'in', sql<number>`(select value from json_each(${JSON.stringify(times)}))`)
    .where(isKeptFromText ? NOT_HELD_BACK : sql<boolean>`true`)
    .execute();
  return new Map(rows.map((row) => [row.created_at, row.subject]));
}

type InThread = { readonly mailbox_id: string; readonly thread_id: string };

function latestOf(states: readonly MessageState[]) {
  return prepareQuery<InThread>()((db, slot) =>
    db
      .selectFrom('messages')
      .select(['sender', 'recipient'])
      .where('mailbox_id', '=', slot('mailbox_id'))
      .where('thread_id', '=', slot('thread_id'))
      .where(stateIn(states))
      .orderBy('created_at', 'desc')
      .limit(LATEST),
  );
}

const latestVisible = latestOf(DEFAULT_VIEW);
const latestOfAll = latestOf([...DEFAULT_VIEW, 'firewall_blocked']);

/** Addresses of a thread without repetition, those of the older messages first; `all` counts what is kept out too. */
export async function participantsOf(
  db: Queries,
  mailboxId: string,
  threadId: string,
  which: 'default_view' | 'all',
): Promise<string[]> {
  const find = which === 'all' ? latestOfAll : latestVisible;
  const { rows } = await find(db, { mailbox_id: mailboxId, thread_id: threadId });
  const addresses = rows.reverse().flatMap(({ sender, recipient }) => [sender, recipient]);
  return [...new Set(addresses.map((address) => address.toLowerCase()).filter((address) => address !== ''))];
}
