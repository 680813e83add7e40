import type { BodyOf } from '../../../../shared/contract/endpoint.ts';
import type { forward as contract } from '../../../../shared/contract/forwarding.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { MessageState, SendReply } from '../../../../shared/contract/messages.ts';
import type { Principal } from '../../../access/principal.ts';
import { codePoints } from '../../../content/stored-text/text.ts';
import { invalidField, notFound, ServiceError } from '../../../platform/errors/service-error.ts';
import { effectiveFromName } from '../../../rules/mailboxes/project.ts';
import { type MailboxRow, mailboxById } from '../../../rules/mailboxes/table.ts';
import type { MailContext } from '../../context.ts';
import { addressFields } from '../../messages/addresses.ts';
import { shownTexts } from '../../messages/body.ts';
import { type MessageRow, resolveMessage } from '../../messages/table.ts';
import { keptFields } from '../kept.ts';
import type { KeyedOptions } from '../preferences.ts';
import { readRecipients } from '../recipients.ts';
import { chooseReplyTo } from '../reply-to.ts';
import { deniedMessage } from '../revise.ts';
import { chooseSubaddress } from '../subaddress.ts';
import type { Submission } from '../submission.ts';
import { submit } from '../submit.ts';
import { submittedHtml } from '../submitted-html.ts';
import { filesToForward, NO_FILES, sourceToForward } from './files.ts';
import { forwardSubject, type Quoted, quotedHtml, quotedText } from './quote.ts';

type ForwardBody = BodyOf<typeof contract>;

interface ForwardInput {
  readonly messageId: string;
  readonly body: ForwardBody;
  readonly options: KeyedOptions;
}

/** `POST /v1/messages/:id/forward`: a message of the same mailbox that sends this one on. */
export async function forwardMessage(
  context: MailContext,
  principal: Principal,
  { messageId, body, options }: ForwardInput,
): Promise<SendReply> {
  const db = context.store.read;
  const message = await resolveMessage(db, principal, { id: messageId, unbound: 'masked_404' });
  const mailbox = await mailboxById(db, message.mailbox_id);
  if (!mailbox || mailbox.status === 'deleted') throw notFound('Message not found.');
  const addressees = readRecipients(context, body);
  const subaddress = chooseSubaddress(mailbox, body);
  const submission: Submission = {
    principal,
    mailbox,
    kind: 'fresh',
    ...addressees,
    skipsRefused: body.skip_refused ?? false,
    ...(await forwardContent(context, principal, { message, mailbox, body })),
    subaddress,
    replyTo: await chooseReplyTo(db, principal, { mailbox, subaddress, reference: body.reply_to }),
    kept: keptFields(body),
    thread: null,
    attachmentIds: body.attachment_ids ?? [],
  };
  const revises = await deniedMessage(db, submission, body.revises);
  const { as, files, ...fields } = body;
  // A default is the same when it's named.
  const chosen = {
    reply_to: submission.replyTo,
    ...(as === 'attachment' && { as }),
    ...(files === false && { files }),
  };
  return submit(
    context,
    { ...submission, revises },
    { options, fields: { ...fields, ...chosen, id: message.id } },
  );
}

/** States of mail that nothing holds. Agents can read what their mailbox sends, so held text isn't sent. */
const OPEN_STATES: readonly MessageState[] = ['available', 'delivered', 'bounced'];

function assertForwardable({ state }: MessageRow): void {
  if (OPEN_STATES.includes(state)) return;
  throw new ServiceError(
    'CONFLICT',
    { reason: 'message_held', state },
    { message: "Only a message that isn't held or blocked can be forwarded." },
  );
}

interface ForwardRequest {
  readonly message: MessageRow;
  readonly mailbox: MailboxRow;
  readonly body: Pick<ForwardBody, 'body' | 'html' | 'as' | 'files'>;
}

/** Subject, text, HTML and files of a forward; refuses a message that can't be forwarded. */
export async function forwardContent(
  context: MailContext,
  principal: Principal,
  { message, mailbox, body }: ForwardRequest,
): Promise<Pick<Submission, 'subject' | 'body' | 'html' | 'forwards'>> {
  assertForwardable(message);
  const subject = forwardSubject(message.subject);
  const { body: own = '', html = null, files: wanted = true } = body;
  const { account_id, pii_mode, pii_redaction_config } = message;
  const forwards = { id: message.id, policy: { account_id, pii_mode, pii_redaction_config } };
  if (body.as === 'attachment') {
    const source = await sourceToForward(context, principal, message);
    return { subject, body: own, html: submittedHtml(html), forwards: { ...forwards, ...source } };
  }
  const quoted = await quotedOf(context, message, effectiveFromName(mailbox, principal.account.tier));
  const files = wanted ? await filesToForward(context, principal, message) : NO_FILES;
  const text = quotedText(own, quoted);
  if (codePoints(text) > LIMITS.sendBodyCharacters) {
    throw invalidField('as', 'must be attachment: the message is too long to be quoted', 422);
  }
  return {
    subject,
    body: text,
    html: html === null ? null : submittedHtml(quotedHtml(html, quoted)),
    forwards: { ...forwards, ...files },
  };
}

/** The message as its readers get it: a mailbox that redacts quotes redacted text. */
async function quotedOf(context: MailContext, message: MessageRow, ownName: string): Promise<Quoted> {
  const { text, htmlText } = await shownTexts(context, message);
  if (text === null) throw new ServiceError('CONFLICT', { reason: 'text_unavailable' });
  const { from, to, cc } = addressFields(message, { isWithheld: false, ownName });
  const { subject, created_at: at } = message;
  return { from, to, cc, subject, at, text: text.trim() === '' ? (htmlText ?? text) : text };
}
