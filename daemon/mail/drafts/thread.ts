import type { createDraft } from '../../../shared/contract/drafts.ts';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { Principal } from '../../access/principal.ts';
import { invalidField, notFound } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { type MailboxRow, mailboxById, resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { resolveMessage } from '../messages/table.ts';
import { answerRecipients } from '../outbound/answer-all.ts';
import { continueThread, locateToWrite } from '../outbound/continue-thread.ts';
import { followsMailTo } from '../outbound/follow-up.ts';
import { kindInThread, type MailAuthor, type PlaceInThread } from '../outbound/kind-in-thread.ts';
import { type Addressees, changedRecipients, readRecipients } from '../outbound/recipients.ts';
import { placeAfter, subjectOfAnswer, type ThreadPlace } from '../outbound/submission.ts';
import type { DraftContent } from './content.ts';

const MISSING = 'Message not found.';

/**
 * A new draft in its place: who gets it and its subject come from the conversation where they are left out.
 */
export interface DraftDefaults extends PlaceInThread {
  readonly addressees: Addressees;
  readonly subject: string;
}

export type CreateDraftBody = BodyOf<typeof createDraft>;

/** The mailbox that a new draft is written from: the named one, else that of the conversation. */
export async function mailboxOf(
  db: Queries,
  principal: Principal,
  body: CreateDraftBody,
): Promise<MailboxRow> {
  const { mailbox_id: named, in_reply_to_message_id: answered, thread_id } = body;
  if (named !== undefined) return resolveMailbox(db, principal, { reference: named, unbound: 'denied_403' });
  if (answered === undefined) {
    return (await locateToWrite(db, principal, { thread_id: thread_id ?? '' })).mailbox;
  }
  const target = await resolveMessage(db, principal, { id: answered, unbound: 'denied_403' });
  const mailbox = await mailboxById(db, target.mailbox_id);
  if (!mailbox || mailbox.status === 'deleted') throw notFound(MISSING);
  return mailbox;
}

/** Where a new draft stands; in a thread it goes to somebody who wrote there. */
export async function startOf(
  context: MailContext,
  author: MailAuthor,
  body: CreateDraftBody,
): Promise<DraftDefaults> {
  const { principal, mailbox } = author;
  if (body.in_reply_to_message_id !== undefined) {
    return startOfAnswer(context, author, { ...body, answered: body.in_reply_to_message_id });
  }
  const { thread_id, to, cc, bcc, subject = '', body: text } = body;
  if (thread_id === undefined) {
    return { thread: null, answersId: null, addressees: readRecipients(context, body), subject };
  }
  const request = { thread_id, from_mailbox: mailbox.id, to, cc, bcc, subject: body.subject, body: text };
  const continued = await continueThread(context, principal, request);
  return {
    thread: continued.thread,
    answersId: null,
    addressees: { to: continued.to, recipients: continued.recipients ?? null },
    subject: continued.subject,
  };
}

async function startOfAnswer(
  context: MailContext,
  author: MailAuthor,
  request: CreateDraftBody & { readonly answered: string },
): Promise<DraftDefaults> {
  const { principal, mailbox } = author;
  const target = await resolveMessage(context.store.read, principal, {
    id: request.answered,
    unbound: 'denied_403',
  });
  if (target.mailbox_id !== mailbox.id) throw notFound(MISSING);
  if (target.direction === 'outbound') {
    throw invalidField('in_reply_to_message_id', 'is a message that this mailbox sent', 422);
  }
  if (target.state !== 'available' && target.state !== 'quarantined') throw notFound(MISSING);
  const thread = placeAfter(target);
  const answering = { principal, mailbox, answered: target };
  const answered = await answerRecipients(context, answering, request.all ?? false);
  const addressees = changedRecipients(context, answered, request);
  await kindInThread(context, author, { thread, answersId: target.id, to: addressees.to });
  const subject = request.subject ?? subjectOfAnswer(principal, mailbox, target);
  return { thread, answersId: target.id, addressees, subject };
}

/** Position after a change of recipient: a continuation replies to the participant's newest message. */
export async function placeFor(
  context: MailContext,
  author: MailAuthor,
  { stored, content }: { readonly stored: PlaceInThread; readonly content: DraftContent },
): Promise<ThreadPlace | null> {
  if (stored.thread === null) return null;
  const { principal, mailbox } = author;
  const { subject, body } = content;
  const { to } = content.addressees;
  if (stored.answersId !== null) {
    await kindInThread(context, author, { ...stored, to });
    return stored.thread;
  }
  const following = { mailboxId: mailbox.id, thread: stored.thread };
  if (await followsMailTo(context.store.read, following, to)) return stored.thread;
  const request = { thread_id: stored.thread.threadId, from_mailbox: mailbox.id, to, subject, body };
  return (await continueThread(context, principal, request)).thread;
}
