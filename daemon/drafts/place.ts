import type { createDraft } from '../../shared/contract/drafts.ts';
import type { BodyOf } from '../../shared/contract/endpoint.ts';
import type { Principal } from '../access/principal.ts';
import { invalidField, notFound, ServiceError } from '../errors.ts';
import type { MailboxRow } from '../mailboxes/table.ts';
import { isParticipant } from '../messages/participants.ts';
import { resolveMessage } from '../messages/table.ts';
import { continueThread } from '../outbound/continue-thread.ts';
import { placeAfter, type ThreadPlace } from '../outbound/submission.ts';
import type { Queries } from '../store/store.ts';

/** Where a draft stands in a conversation. */
export interface DraftPlace {
  readonly thread: ThreadPlace | null;
  /** The message that it answers, when it names one. */
  readonly answersId: string | null;
}

/** The place that a new draft asks for; in a thread it goes to somebody who wrote there. */
export async function placeOf(
  db: Queries,
  principal: Principal,
  mailbox: MailboxRow,
  body: BodyOf<typeof createDraft>,
): Promise<DraftPlace> {
  if (body.in_reply_to_message_id !== undefined) {
    return placeOfAnswer(db, principal, mailbox, body.in_reply_to_message_id, body.to);
  }
  if (body.thread_id === undefined) return { thread: null, answersId: null };
  const { thread_id, to, subject, body: text } = body;
  const request = { thread_id, from_mailbox: mailbox.id, to, subject, body: text };
  const { thread } = await continueThread(db, principal, request);
  return { thread, answersId: null };
}

async function placeOfAnswer(
  db: Queries,
  principal: Principal,
  mailbox: MailboxRow,
  id: string,
  to: string,
): Promise<DraftPlace> {
  const target = await resolveMessage(db, principal, id, 'denied_403');
  if (target.mailbox_id !== mailbox.id) throw notFound('Message not found.');
  if (target.direction === 'outbound') {
    throw invalidField('in_reply_to_message_id', 'names a message that this mailbox sent', 422);
  }
  if (target.state !== 'available' && target.state !== 'quarantined') throw notFound('Message not found.');
  const thread = placeAfter(target);
  await assertParticipant(db, mailbox.id, thread, to);
  return { thread, answersId: target.id };
}

/** The place after a change of the recipient: whoever is answered by a continuation is the newest of its messages. */
export async function placeFor(
  db: Queries,
  principal: Principal,
  mailbox: MailboxRow,
  stored: DraftPlace,
  letter: { readonly to: string; readonly subject: string; readonly body: string },
): Promise<ThreadPlace | null> {
  if (stored.thread === null) return null;
  if (stored.answersId !== null) {
    await assertParticipant(db, mailbox.id, stored.thread, letter.to);
    return stored.thread;
  }
  const request = { thread_id: stored.thread.threadId, from_mailbox: mailbox.id, ...letter };
  return (await continueThread(db, principal, request)).thread;
}

/** Refuses to write in a thread to somebody who did not write there. */
export async function assertParticipant(
  db: Queries,
  mailboxId: string,
  thread: ThreadPlace | null,
  to: string,
): Promise<void> {
  if (thread === null) return;
  if (await isParticipant(db, { mailboxId, threadId: thread.threadId, address: to })) return;
  throw new ServiceError('RECIPIENT_NOT_IN_THREAD');
}
