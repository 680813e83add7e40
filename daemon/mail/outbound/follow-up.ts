import type { Selectable } from 'kysely';
import type { MessagesTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { lowerAscii } from '../../platform/system/mail-address.ts';
import { REACHED } from '../messages/transitions/recipients.ts';
import { type Addressees, addresseesOf, recipientsOf } from './recipients.ts';
import { placeAfter, type ThreadPlace } from './submission.ts';

/** The next message of a mailbox to those who have its last one. */

/** A sent message and who has it. */
export interface FollowedMessage {
  readonly id: string;
  readonly addressees: Addressees;
  readonly place: ThreadPlace | null;
}

interface OwnThread {
  readonly mailboxId: string;
  readonly threadId: string;
}

/** A message that the mailbox sent, by its ID; null when the ID is of another one. */
export async function sentMessage(
  db: Queries,
  { mailboxId, threadId }: OwnThread,
  id: string,
): Promise<FollowedMessage | null> {
  const row = await sentIn(db, { mailboxId, threadId }).where('id', '=', id).executeTakeFirst();
  return row ? followed(row) : null;
}

/** The newest message that the mailbox sent in a thread. */
export async function newestSent(db: Queries, thread: OwnThread): Promise<FollowedMessage | null> {
  const row = await sentIn(db, thread).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row ? followed(row) : null;
}

/** Whether a message at this place follows one that the address has. */
export async function followsMailTo(
  db: Queries,
  { mailboxId, thread }: { readonly mailboxId: string; readonly thread: ThreadPlace },
  address: string,
): Promise<boolean> {
  const row = await sentIn(db, { mailboxId, threadId: thread.threadId })
    .where('rfc_message_id', '=', thread.inReplyTo)
    .executeTakeFirst();
  if (!row) return false;
  const wanted = lowerAscii(address);
  return recipientsOf(followed(row).addressees).some((each) => lowerAscii(each.address) === wanted);
}

function sentIn(db: Queries, { mailboxId, threadId }: OwnThread) {
  return db
    .selectFrom('messages')
    .select(['id', 'recipient', 'recipients', 'thread_id', 'rfc_message_id', 'reference_ids'])
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', '=', threadId)
    .where('direction', '=', 'outbound')
    .where('state', '=', 'delivered');
}

type SentRow = Pick<
  Selectable<MessagesTable>,
  'id' | 'recipient' | 'recipients' | 'thread_id' | 'rfc_message_id' | 'reference_ids'
>;

function followed(row: SentRow): FollowedMessage {
  const { id, recipient, recipients } = row;
  const has = recipients?.filter(({ status }) => status === 'deferred' || REACHED.includes(status));
  const addressees = has
    ? addresseesOf(has.map(({ address, name, role }) => ({ address, name, role })))
    : { to: recipient, recipients: null };
  return { id, addressees, place: placeAfter(row) };
}
