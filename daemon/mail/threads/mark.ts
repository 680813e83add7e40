import { sql } from 'kysely';
import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  markThreadRead as readContract,
  starThread as starContract,
} from '../../../shared/contract/threads.ts';
import type { Principal } from '../../access/principal.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import { DEFAULT_VIEW, stateIn } from '../../platform/store/message-states.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { type ThreadLocation, threadInMailbox } from './locate.ts';

/** Messages per transaction: senders decide how long a thread gets. */
const BATCH = 500;

/** Messages of a mark, and its columns. */
interface ThreadMark {
  readonly open: ReturnType<typeof sql<boolean>>;
  readonly write: (now: number) => { readonly read_at: number } | { readonly starred: boolean };
}

const READ: ThreadMark = {
  open: sql<boolean>`messages.direction = 'inbound' and messages.read_at is null`,
  write: (now) => ({ read_at: now }),
};
const STAR: ThreadMark = {
  open: sql<boolean>`messages.starred = ${sql.lit(false)}`,
  write: () => ({ starred: true }),
};
const UNSTAR: ThreadMark = {
  open: sql<boolean>`messages.starred = ${sql.lit(true)}`,
  write: () => ({ starred: false }),
};

interface OwnedThread extends ThreadLocation {
  readonly accountId: string;
}

/** Marks unread inbound messages of a thread as read. */
export async function markThreadRead(
  context: MailContext,
  principal: Principal,
  { params }: CallOf<typeof readContract>,
): Promise<ReplyOf<typeof readContract>> {
  const place = await locate(context, principal, params);
  return { thread_id: place.threadId, marked_count: await markAll(context, place, READ) };
}

/** Stars or unstars all messages of a thread. */
export async function starThread(
  context: MailContext,
  principal: Principal,
  { params, body: { starred } }: CallOf<typeof starContract>,
): Promise<ReplyOf<typeof starContract>> {
  const place = await locate(context, principal, params);
  const updated = await markAll(context, place, starred ? STAR : UNSTAR);
  return { thread_id: place.threadId, starred, updated_count: updated };
}

async function locate(
  { store }: MailContext,
  principal: Principal,
  { id: reference, thread_id: threadId }: CallOf<typeof starContract>['params'],
): Promise<OwnedThread> {
  const mailbox = await resolveMailbox(store.read, principal, { reference, unbound: 'denied_403' });
  return {
    accountId: mailbox.account_id,
    mailboxId: mailbox.id,
    threadId: await threadInMailbox(store.read, mailbox.id, threadId),
  };
}

/** Marks visible messages, without those that arrive meanwhile; returns the number of changed rows. */
async function markAll({ store }: MailContext, place: OwnedThread, mark: ThreadMark): Promise<number> {
  const newest = await store.read
    .selectFrom('messages')
    .select('created_at')
    .where('mailbox_id', '=', place.mailboxId)
    .where('thread_id', '=', place.threadId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  let changed = 0;
  for (let after = 0; newest; ) {
    const batch = await store.write({ account: place.accountId }, (transaction) =>
      markBatch(transaction, { place, mark, range: { after, until: newest.created_at } }),
    );
    changed += batch.length;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) break;
    after = last;
  }
  return changed;
}

interface MarkBatchInput {
  readonly place: ThreadLocation;
  readonly mark: ThreadMark;
  readonly range: { readonly after: number; readonly until: number };
}

/** Marks the next batch; returns their times. */
async function markBatch(
  { db, now }: Transaction,
  { place, mark, range }: MarkBatchInput,
): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'created_at'])
    .where('mailbox_id', '=', place.mailboxId)
    .where('thread_id', '=', place.threadId)
    .where('created_at', '>', range.after)
    .where('created_at', '<=', range.until)
    .where(stateIn(DEFAULT_VIEW))
    .where(mark.open)
    .orderBy('created_at')
    .limit(BATCH)
    .execute();
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id);
    await db
      .updateTable('messages')
      .set(mark.write(now))
      .where('id', 'in', dialectOf(db).listOf(ids))
      .execute();
  }
  return rows.map((row) => row.created_at);
}
