import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import type { send as sendContract } from '../../../shared/contract/sending.ts';
import { assertBound, type Principal, reaches } from '../../access/principal.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import { type MailboxRow, mailboxById, resolveMailbox } from '../../rules/mailboxes/table.ts';
import { isHeldBack, isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import { SPEAKING } from '../../rules/trust/participants.ts';
import type { MailContext } from '../context.ts';
import { readRecipients } from './recipients.ts';
import { chooseSubaddress } from './subaddress.ts';
import { placeAfter, replySubject, type Submission } from './submission.ts';
import { submittedHtml } from './submitted-html.ts';

type Continuation = BodyOf<typeof sendContract> & NamedThread;

/** A thread by its key or a message in it, and the mailbox that is meant when it is in several. */
type NamedThread = Pick<BodyOf<typeof sendContract>, 'from_mailbox'> & { readonly thread_id: string };

const MISSING = 'Thread not found.';

/** Continues a thread: fields that the caller omits come from it. */
export async function continueThread(
  context: Pick<MailContext, 'settings' | 'store'>,
  principal: Principal,
  request: Continuation,
): Promise<Submission> {
  const db = context.store.read;
  const { mailbox, threadId } = await locateToWrite(db, principal, request);
  const written = await inboundOf(db, mailbox.id, threadId);
  const participants = [...new Set(written.map((row) => row.sender.toLowerCase()))];
  if (participants.length === 0) throw new ServiceError('THREAD_HAS_NO_INBOUND_RECIPIENT');
  const named = request.to === undefined ? null : readRecipients(context, request);
  if (named === null && participants.length > 1) throw new ServiceError('AMBIGUOUS_THREAD_RECIPIENT');
  const addressees = named ?? readRecipients(context, { ...request, to: written[0]?.sender ?? '' });
  const recipient = addressees.to;
  if (!participants.includes(recipient.toLowerCase())) throw new ServiceError('RECIPIENT_NOT_IN_THREAD');
  const newest = written.find((row) => row.sender.toLowerCase() === recipient.toLowerCase());
  const subject = request.subject ?? replySubject(await subjectOf(db, principal, { mailbox, threadId }));
  return {
    principal,
    mailbox,
    kind: 'continuation',
    ...addressees,
    skipsRefused: request.skip_refused ?? false,
    subject,
    body: request.body,
    html: submittedHtml(request.html),
    subaddress: chooseSubaddress(mailbox, request),
    thread: newest ? placeAfter(newest) : null,
    answersId: newest?.id ?? null,
    attachmentIds: request.attachment_ids ?? [],
  };
}

/** The mailbox and key of a thread that is named by its key or by a message in it. */
export async function locateToWrite(
  db: Queries,
  principal: Principal,
  request: NamedThread,
): Promise<{ mailbox: MailboxRow; threadId: string }> {
  const byMessage = UUID_SHAPE.test(request.thread_id);
  const places = await db
    .selectFrom('messages')
    .innerJoin('mailboxes', 'mailboxes.id', 'messages.mailbox_id')
    .select(['messages.mailbox_id', 'messages.thread_id'])
    .distinct()
    .where('messages.account_id', '=', principal.account.id)
    .where('mailboxes.account_id', '=', principal.account.id)
    .where('mailboxes.status', '!=', 'deleted')
    .where(
      byMessage ? 'messages.id' : 'messages.thread_id',
      '=',
      byMessage ? request.thread_id.toLowerCase() : request.thread_id,
    )
    .where('messages.state', 'not in', ['deleted', 'draft'])
    .execute();
  if (places.length === 0) throw notFound(MISSING);
  if (request.from_mailbox !== undefined) {
    const mailbox = await resolveMailbox(db, principal, {
      reference: request.from_mailbox,
      unbound: 'denied_403',
    });
    const place = places.find((candidate) => candidate.mailbox_id === mailbox.id);
    if (!place?.thread_id) throw notFound(MISSING);
    return { mailbox, threadId: place.thread_id };
  }
  const reachable = places.filter((place) => reaches(principal, place.mailbox_id));
  const place = reachable[0] ?? places[0];
  if (!place?.thread_id) throw notFound(MISSING);
  assertBound(principal, place.mailbox_id);
  if (reachable.length > 1) throw new ServiceError('AMBIGUOUS_THREAD_MAILBOX');
  const mailbox = await mailboxById(db, place.mailbox_id);
  if (!mailbox) throw notFound(MISSING);
  return { mailbox, threadId: place.thread_id };
}

/** Inbound messages that make their senders participants, newest first. */
function inboundOf(db: Queries, mailboxId: string, threadId: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'sender', 'thread_id', 'rfc_message_id', 'reference_ids'])
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', '=', threadId)
    .where('direction', '=', 'inbound')
    .where('state', 'in', SPEAKING)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Subject of the first message; empty for callers who may not see it, because the answer repeats it. */
async function subjectOf(
  db: Queries,
  principal: Principal,
  { mailbox, threadId }: { readonly mailbox: MailboxRow; readonly threadId: string },
): Promise<string> {
  const first = await db
    .selectFrom('messages')
    .select(['subject', 'direction', 'state'])
    .where('mailbox_id', '=', mailbox.id)
    .where('thread_id', '=', threadId)
    .where('state', 'not in', ['deleted', 'draft', 'firewall_blocked'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!first || (isHeldBack(first) && isKeptFromText(principal, mailbox))) return '';
  return first.subject;
}
