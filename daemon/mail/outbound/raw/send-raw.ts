import { createHash } from 'node:crypto';
import { issueWords } from '../../../../shared/contract/issue-words.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { SendReply } from '../../../../shared/contract/messages.ts';
import { sendBody, send as sendContract } from '../../../../shared/contract/sending.ts';
import type { Principal } from '../../../access/principal.ts';
import type { WrittenMail } from '../../../content/analysis/tasks.ts';
import { fieldProblems } from '../../../platform/errors/field-problems.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { type MailboxRow, resolveMailbox } from '../../../rules/mailboxes/table.ts';
import type { MailContext } from '../../context.ts';
import { continueThread } from '../continue-thread.ts';
import { kindInThread } from '../kind-in-thread.ts';
import type { KeyedOptions } from '../preferences.ts';
import { freshSubmission, type SendBody } from '../send.ts';
import { placeAfter, type Submission } from '../submission.ts';
import { submit } from '../submit.ts';
import { withAttachedFiles } from './attached-files.ts';
import { namedMessage } from './named-message.ts';
import { mailboxNamedBy, recipientsOfMail, replyToField, senderFields } from './written-fields.ts';

/** A message as a mail program wrote it. */
export interface RawSubmission {
  /** Name, address or ID of the mailbox that sends it; by default the one that From names. */
  readonly mailbox: string | undefined;
  /** Recipients of the envelope; null for those of the header. */
  readonly recipients: readonly string[] | null;
  readonly raw: Uint8Array;
}

/**
 * Sends a message that a mail program wrote, as `POST /v1/messages/send` with the same fields would. The
 * service makes its own header; docs/sending.md says which fields of the message it uses.
 */
export async function sendRaw(
  context: MailContext,
  principal: Principal,
  { mailbox: reference, recipients, raw }: RawSubmission,
): Promise<SendReply> {
  const mail = await context.analysis.parse(raw);
  if (mail === null) {
    const message = "can't be read as a message";
    throw new ServiceError('VALIDATION_ERROR', { issues: [{ path: '', message }] }, { status: 422 });
  }
  const mailbox = await resolveMailbox(context.store.read, principal, {
    reference: reference ?? mailboxNamedBy(mail),
    unbound: 'denied_403',
  });
  const body = bodyOf(mail, mailbox, recipients);
  return withAttachedFiles(context, { principal, mailbox, mail }, async ({ ids, html }) => {
    const attached = { ...body, attachment_ids: [...ids], ...(html !== null && { html }) };
    const submission = await submissionOf(context, principal, { mailbox, mail, body: attached });
    const { html: _shown, ...written } = attached;
    return submit(context, submission, {
      options: optionsOf(mail),
      fields: {
        ...written,
        html: mail.html,
        thread_id: mail.inReplyTo,
        reply_to: submission.replyTo,
      },
    });
  });
}

/** The fields of a send, checked as those of a request. */
function bodyOf(mail: WrittenMail, mailbox: MailboxRow, envelope: RawSubmission['recipients']): SendBody {
  const { to, cc, bcc } = recipientsOfMail(mail, envelope);
  const body = {
    from_mailbox: mailbox.id,
    // Unlike a request, a message may have recipients in Cc or Bcc only.
    to: to.length > 0 ? to : [...cc, ...bcc],
    cc,
    bcc,
    subject: mail.subject,
    body: mail.text,
    ...(mail.html !== null && { html: mail.html }),
    ...senderFields(mail, mailbox),
    ...replyToField(mail, mailbox),
  };
  const checked = sendBody.safeParse(body, { error: issueWords });
  if (!checked.success) throw fieldProblems(sendContract, checked.error, 'body');
  return { ...checked.data, to };
}

interface WrittenSend {
  readonly mailbox: MailboxRow;
  readonly mail: WrittenMail;
  readonly body: SendBody;
}

/**
 * The next message of the conversation that it names, if its first recipient has part in that, else one that
 * begins a conversation.
 */
async function submissionOf(
  context: MailContext,
  principal: Principal,
  { mailbox, mail, body }: WrittenSend,
): Promise<Submission> {
  const fresh = await freshSubmission(context, principal, body);
  const identifiers = [mail.inReplyTo, ...mail.references.toReversed()].filter((id) => id !== null);
  const named = await namedMessage(context.store.read, mailbox, identifiers);
  if (!named) return fresh;
  try {
    if (named.direction === 'outbound') {
      return await continueThread(context, principal, { ...body, thread_id: named.id });
    }
    const place = { thread: placeAfter(named), answersId: named.id };
    const kind = await kindInThread(context, { principal, mailbox }, { ...place, to: fresh.to });
    return { ...fresh, ...place, kind };
  } catch (error) {
    if (error instanceof ServiceError && OUTSIDE.has(error.code)) return fresh;
    throw error;
  }
}

const OUTSIDE: ReadonlySet<string> = new Set(['RECIPIENT_NOT_IN_THREAD', 'THREAD_HAS_NO_INBOUND_RECIPIENT']);

const PRINTABLE = /^[\x20-\x7e]+$/;

/** A message that comes again isn't sent again, and another one under its Message-ID is refused. */
function optionsOf({ messageId }: WrittenMail): KeyedOptions {
  const preferences = { strict: false, strictKey: true, async: false, applied: {} };
  if (messageId === null) return { key: null, preferences };
  const isKey = messageId.length <= LIMITS.idempotencyKeyCharacters && PRINTABLE.test(messageId);
  const key = isKey ? messageId : `sha256:${createHash('sha256').update(messageId).digest('hex')}`;
  return { key, preferences };
}
