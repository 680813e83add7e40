import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { send as sendContract } from '../../../shared/contract/sending.ts';
import { assertBound, type Principal } from '../../access/principal.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import { mailboxById, resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { stateOf } from '../messages/effect.ts';
import { type MessageRow, resolveMessage, selectMessages } from '../messages/table.ts';
import { keptFields } from './kept.ts';
import { changedRecipients, isWithin, waitingAddressees } from './recipients.ts';
import { chooseReplyTo } from './reply-to.ts';
import { chooseSubaddress } from './subaddress.ts';
import { type Submission, threadPlaceOf } from './submission.ts';
import { submittedHtml } from './submitted-html.ts';

/** New versions of messages that a person denied. */

type Revision = BodyOf<typeof sendContract> & { readonly revises: string };

const MISSING = 'Message not found.';

/** The denied message that a submission names; null when it names none. */
export async function deniedMessage(
  db: Queries,
  { principal, mailbox }: Pick<Submission, 'principal' | 'mailbox'>,
  id: string | undefined,
): Promise<MessageRow | null> {
  if (id === undefined) return null;
  const denied = await resolveMessage(db, principal, { id, unbound: 'masked_404' });
  if (denied.mailbox_id !== mailbox.id) throw notFound(MISSING);
  return denied;
}

/** A new version of a denied message; fields that the caller omits come from that one. */
export async function revisedSubmission(
  context: Pick<MailContext, 'settings' | 'store'>,
  principal: Principal,
  body: Revision,
): Promise<Submission> {
  const db = context.store.read;
  const denied = await resolveMessage(db, principal, { id: body.revises, unbound: 'masked_404' });
  assertBound(principal, denied.mailbox_id);
  const mailbox =
    body.from_mailbox === undefined
      ? await mailboxById(db, denied.mailbox_id)
      : await resolveMailbox(db, principal, { reference: body.from_mailbox, unbound: 'denied_403' });
  if (!mailbox || mailbox.status === 'deleted' || mailbox.id !== denied.mailbox_id) throw notFound(MISSING);
  const stored = waitingAddressees(denied);
  const addressees = changedRecipients(context, stored, body);
  // Another recipient isn't part of the conversation, and must not get in by its exemptions.
  const thread = isWithin(addressees, stored) ? threadPlaceOf(denied) : null;
  const subaddress = chooseSubaddress(mailbox, body);
  const reference = body.reply_to ?? denied.reply_to;
  return {
    principal,
    mailbox,
    kind: thread === null ? 'fresh' : 'reply',
    ...addressees,
    skipsRefused: body.skip_refused ?? false,
    subject: body.subject ?? denied.subject,
    body: body.body,
    html: submittedHtml(body.html),
    subaddress,
    kept: keptFields(body, denied),
    replyTo: await chooseReplyTo(db, principal, { mailbox, subaddress, reference }),
    thread,
    answersId: thread === null ? null : denied.answers_id,
    revises: denied,
    attachmentIds: body.attachment_ids ?? [],
  };
}

/**
 * Refuses unless the message was denied and has no other version that is on its way, went out or was denied
 * itself: that one is the one to revise.
 */
export async function assertRevisable(db: Queries, denied: MessageRow): Promise<void> {
  const { state, review } = denied;
  if (state !== 'blocked' || review?.resolution !== 'denied') {
    throw new ServiceError('CONFLICT', { reason: 'not_denied', state });
  }
  if (review.revised_as === undefined) return;
  const later = await messageById(db, review.revised_as);
  if (later && !cameToNothing(later)) {
    throw new ServiceError('CONFLICT', { reason: 'already_revised', revised_as: later.id });
  }
}

/** A version that never went out, and that no person asked to change. */
function cameToNothing(row: MessageRow): boolean {
  if (stateOf(row) !== 'blocked') return false;
  const resolution = row.review?.resolution;
  return resolution !== 'edited' && (resolution !== 'denied' || row.state === 'deleted');
}

/** Links a new version to the denied message, unless another version was first. */
export async function linkRevision({ db }: Transaction, { id }: MessageRow, revision: string): Promise<void> {
  const denied = await messageById(db, id);
  if (!denied || denied.state === 'deleted') throw notFound(MISSING);
  await assertRevisable(db, denied);
  const review = denied.review && { ...denied.review, revised_as: revision };
  await db.updateTable('messages').set({ review }).where('id', '=', id).execute();
}

function messageById(db: Queries, id: string): Promise<MessageRow | undefined> {
  return selectMessages(db).where('messages.id', '=', id).executeTakeFirst();
}
