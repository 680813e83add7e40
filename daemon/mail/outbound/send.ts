import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { SendReply } from '../../../shared/contract/messages.ts';
import type { reply as replyContract, send as sendContract } from '../../../shared/contract/sending.ts';
import { assertBound, type Principal } from '../../access/principal.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import { mailboxById, resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { resolveMessage } from '../messages/table.ts';
import { answerRecipients } from './answer-all.ts';
import { continueThread } from './continue-thread.ts';
import { keptFields } from './kept.ts';
import type { KeyedOptions } from './preferences.ts';
import { readRecipients } from './recipients.ts';
import { chooseReplyTo } from './reply-to.ts';
import { deniedMessage, revisedSubmission } from './revise.ts';
import { chooseSubaddress } from './subaddress.ts';
import { placeAfter, type Submission, subjectOfAnswer } from './submission.ts';
import { submit } from './submit.ts';
import { submittedHtml } from './submitted-html.ts';

/** `POST /v1/messages/send`: a fresh message, or the next one of a thread. */
export async function sendMessage(
  context: MailContext,
  principal: Principal,
  { body, options }: { readonly body: SendBody; readonly options: KeyedOptions },
): Promise<SendReply> {
  const submission = await submissionOf(context, principal, body);
  // Its name and its ID are the same mailbox.
  const named = body.from_mailbox !== undefined && { from_mailbox: submission.mailbox.id };
  return submit(context, submission, {
    options,
    fields: { ...body, ...named, reply_to: submission.replyTo },
  });
}

async function submissionOf(context: MailContext, principal: Principal, body: SendBody): Promise<Submission> {
  const db = context.store.read;
  const { thread_id, revises } = body;
  if (thread_id === undefined) {
    return revises === undefined
      ? freshSubmission(context, principal, body)
      : revisedSubmission(context, principal, { ...body, revises });
  }
  const submission = await continueThread(context, principal, { ...body, thread_id });
  return { ...submission, revises: await deniedMessage(db, submission, revises) };
}

export async function freshSubmission(
  context: MailContext,
  principal: Principal,
  body: SendBody,
): Promise<Submission> {
  const { from_mailbox: from = '', subject = '' } = body;
  const addressees = readRecipients(context, body);
  const mailbox = await resolveMailbox(context.store.read, principal, {
    reference: from,
    unbound: 'denied_403',
  });
  const subaddress = chooseSubaddress(mailbox, body);
  return {
    principal,
    mailbox,
    kind: 'fresh',
    ...addressees,
    skipsRefused: body.skip_refused ?? false,
    subject,
    body: body.body,
    html: submittedHtml(body.html),
    subaddress,
    kept: keptFields(body),
    replyTo: await chooseReplyTo(context.store.read, principal, {
      mailbox,
      subaddress,
      reference: body.reply_to,
    }),
    thread: null,
    attachmentIds: body.attachment_ids ?? [],
  };
}

export type SendBody = BodyOf<typeof sendContract>;

interface ReplyToMessageInput {
  readonly messageId: string;
  readonly body: BodyOf<typeof replyContract>;
  readonly options: KeyedOptions;
}

/**
 * `POST /v1/messages/:id/reply`: an answer to an inbound message, from its mailbox to its Reply-To or From
 * address.
 */
export async function replyToMessage(
  context: MailContext,
  principal: Principal,
  { messageId, body, options }: ReplyToMessageInput,
): Promise<SendReply> {
  const db = context.store.read;
  const target = await resolveMessage(db, principal, { id: messageId, unbound: 'denied_403' });
  assertBound(principal, target.mailbox_id);
  if (target.direction === 'outbound') {
    const message = 'was sent by this mailbox; continue its thread instead';
    throw new ServiceError('VALIDATION_ERROR', { reason: 'own_message', issues: [{ path: 'id', message }] });
  }
  const mailbox = await mailboxById(db, target.mailbox_id);
  const answerable = target.state === 'available' || target.state === 'quarantined';
  if (!mailbox || mailbox.status === 'deleted' || !answerable) throw notFound('Message not found.');
  const subaddress = chooseSubaddress(mailbox, body);
  const submission: Submission = {
    principal,
    mailbox,
    kind: 'reply',
    ...(await answerRecipients(context, { principal, mailbox, answered: target }, body.all ?? false)),
    skipsRefused: body.skip_refused ?? false,
    subject: subjectOfAnswer(principal, mailbox, target),
    body: body.body,
    html: submittedHtml(body.html),
    subaddress,
    kept: keptFields(body),
    replyTo: await chooseReplyTo(db, principal, { mailbox, subaddress, reference: body.reply_to }),
    thread: placeAfter(target),
    answersId: target.id,
    marksRead: body.mark_read ?? false,
    attachmentIds: body.attachment_ids ?? [],
  };
  const revises = await deniedMessage(db, submission, body.revises);
  return submit(
    context,
    { ...submission, revises },
    { options, fields: { ...body, id: target.id, reply_to: submission.replyTo } },
  );
}
