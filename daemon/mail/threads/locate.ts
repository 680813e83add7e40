import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import { type Principal, reaches } from '../../access/principal.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';

export interface ThreadLocation {
  readonly mailboxId: string;
  readonly threadId: string;
}

const MISSING = 'Thread not found.';

/** The key of a mailbox's thread, named by key or by a message in it. */
export async function threadInMailbox(db: Queries, mailboxId: string, reference: string): Promise<string> {
  const byMessage = UUID_SHAPE.test(reference);
  const row = await db
    .selectFrom('messages')
    .select('thread_id')
    .where('mailbox_id', '=', mailboxId)
    .where(byMessage ? 'id' : 'thread_id', '=', byMessage ? reference.toLowerCase() : reference)
    .where('state', 'not in', ['deleted', 'draft'])
    .limit(1)
    .executeTakeFirst();
  if (row?.thread_id == null) throw notFound(MISSING);
  return row.thread_id;
}

interface LocateThreadInput {
  readonly reference: string;
  readonly mailboxReference: string | undefined;
}

/**
 * Returns the thread that a caller reads. A thread without a visible message doesn't exist; a key that exists
 * in several mailboxes needs `mailbox`.
 */
export async function locateThread(
  db: Queries,
  principal: Principal,
  { reference, mailboxReference }: LocateThreadInput,
): Promise<ThreadLocation> {
  const mailbox =
    mailboxReference === undefined
      ? null
      : await resolveMailbox(db, principal, { reference: mailboxReference, unbound: 'masked_404' });
  const places = (await placesOf(db, principal, reference)).filter(
    ({ mailboxId }) => reaches(principal, mailboxId) && (mailbox === null || mailbox.id === mailboxId),
  );
  const [place] = places;
  if (!place || places.length > 1) throw notFound(MISSING);
  return place;
}

/** Mailboxes in which the thread has visible messages. */
async function placesOf(db: Queries, principal: Principal, reference: string): Promise<ThreadLocation[]> {
  const threads = db
    .selectFrom('mailboxes')
    .innerJoin('threads', 'threads.mailbox_id', 'mailboxes.id')
    .select(['threads.mailbox_id as mailboxId', 'threads.thread_id as threadId'])
    .where('mailboxes.account_id', '=', principal.account.id)
    .where('threads.message_count', '>', 0);
  if (!UUID_SHAPE.test(reference)) return threads.where('threads.thread_id', '=', reference).execute();
  const message = await db
    .selectFrom('messages')
    .select(['mailbox_id', 'thread_id'])
    .where('id', '=', reference.toLowerCase())
    .where('account_id', '=', principal.account.id)
    .where('state', 'not in', ['deleted', 'draft'])
    .executeTakeFirst();
  if (message?.thread_id == null) return [];
  return threads
    .where('threads.mailbox_id', '=', message.mailbox_id)
    .where('threads.thread_id', '=', message.thread_id)
    .execute();
}
