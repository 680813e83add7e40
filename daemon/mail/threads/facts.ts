import { sql } from 'kysely';
import type { MessageState } from '../../../shared/contract/messages.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import { DEFAULT_VIEW, stateIn } from '../../platform/store/message-states.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries } from '../../platform/store/store.ts';
import { NOT_HELD_BACK } from '../../rules/mailboxes/withheld.ts';

/** Latest messages of a thread whose participants are listed. */
const LATEST = 25;

interface SubjectsAtInput {
  readonly mailboxId: string;
  readonly times: readonly number[];
  readonly isKeptFromText: boolean;
}

/**
 * Subjects of a mailbox's messages by creation time, which is unique. Subjects of held mail are omitted for
 * readers without access to its text.
 */
export async function subjectsAt(
  db: Queries,
  { mailboxId, times, isKeptFromText }: SubjectsAtInput,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('messages')
    .select(['created_at', 'subject'])
    .where('mailbox_id', '=', mailboxId)
    .where('created_at', 'in', dialectOf(db).listOf(times))
    .where(isKeptFromText ? NOT_HELD_BACK : sql<boolean>`true`)
    .execute();
  return new Map(rows.map((row) => [row.created_at, row.subject]));
}

type InThread = { readonly mailbox_id: string; readonly thread_id: string };

function latestOf(states: readonly MessageState[]) {
  return prepareQuery<InThread>()((db, param) =>
    db
      .selectFrom('messages')
      .select(['sender', 'recipient'])
      .where('mailbox_id', '=', param('mailbox_id'))
      .where('thread_id', '=', param('thread_id'))
      .where(stateIn(states))
      .orderBy('created_at', 'desc')
      .limit(LATEST),
  );
}

const latestVisible = latestOf(DEFAULT_VIEW);
const latestOfAll = latestOf([...DEFAULT_VIEW, 'firewall_blocked']);

interface ParticipantsOfInput {
  readonly mailboxId: string;
  readonly threadId: string;
  readonly which: 'default_view' | 'all';
}

/** Addresses of a thread without duplicates, oldest first; `all` includes refused mail. */
export async function participantsOf(
  db: Queries,
  { mailboxId, threadId, which }: ParticipantsOfInput,
): Promise<string[]> {
  const find = which === 'all' ? latestOfAll : latestVisible;
  const { rows } = await find(db, { mailbox_id: mailboxId, thread_id: threadId });
  const addresses = rows.reverse().flatMap(({ sender, recipient }) => [sender, recipient]);
  return [...new Set(addresses.map((address) => address.toLowerCase()).filter((address) => address !== ''))];
}
