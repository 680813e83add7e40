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
import { type FollowedMessage, newestSent, sentMessage } from './follow-up.ts';
import { keptFields } from './kept.ts';
import { type Addressees, changedRecipients, isWithin, readRecipients } from './recipients.ts';
import { chooseReplyTo } from './reply-to.ts';
import { chooseSubaddress } from './subaddress.ts';
import { placeAfter, replySubject, type Submission, type ThreadPlace } from './submission.ts';
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
  const subaddress = chooseSubaddress(mailbox, request);
  const { kind, addressees, place, answersId } = await standingIn(context, request, {
    place: { mailboxId: mailbox.id, threadId },
    written: await inboundOf(db, mailbox.id, threadId),
  });
  const subject = request.subject ?? replySubject(await subjectOf(db, principal, { mailbox, threadId }));
  return {
    principal,
    mailbox,
    kind,
    ...addressees,
    skipsRefused: request.skip_refused ?? false,
    subject,
    body: request.body,
    html: submittedHtml(request.html),
    subaddress,
    kept: keptFields(request),
    replyTo: await chooseReplyTo(db, principal, { mailbox, subaddress, reference: request.reply_to }),
    thread: place,
    answersId,
    attachmentIds: request.attachment_ids ?? [],
  };
}

/** Who gets the next message of a thread, and the message that it follows. */
interface Standing extends Pick<Submission, 'kind'> {
  readonly addressees: Addressees;
  readonly place: ThreadPlace | null;
  /** The inbound message that it answers. */
  readonly answersId: string | null;
}

interface ThreadSoFar {
  readonly place: { readonly mailboxId: string; readonly threadId: string };
  readonly written: Awaited<ReturnType<typeof inboundOf>>;
}

async function standingIn(
  context: Pick<MailContext, 'settings' | 'store'>,
  request: Continuation,
  { place, written }: ThreadSoFar,
): Promise<Standing> {
  const participants = new Set(written.map((row) => row.sender.toLowerCase()));
  const own = await ownMessage(context.store.read, request, { place, written });
  if (own) return followUp(context, request, { own, participants });
  if (participants.size === 0) throw new ServiceError('THREAD_HAS_NO_INBOUND_RECIPIENT');
  if (request.to === undefined && participants.size > 1) throw new ServiceError('AMBIGUOUS_THREAD_RECIPIENT');
  const to = request.to ?? written[0]?.sender ?? '';
  const addressees = readRecipients(context, { ...request, to });
  const first = addressees.to.toLowerCase();
  const newest = written.find((row) => row.sender.toLowerCase() === first);
  if (!newest) throw new ServiceError('RECIPIENT_NOT_IN_THREAD');
  return { kind: 'continuation', addressees, place: placeAfter(newest), answersId: newest.id };
}

/** The message of the mailbox that the caller names, or the newest one while nobody answered. */
async function ownMessage(
  db: Queries,
  { thread_id: named, to }: Continuation,
  { place, written }: ThreadSoFar,
): Promise<FollowedMessage | null> {
  if (written.length > 0 && to !== undefined) return null;
  const byId = UUID_SHAPE.test(named) ? await sentMessage(db, place, named.toLowerCase()) : null;
  return byId ?? (written.length === 0 ? newestSent(db, place) : null);
}

interface Following {
  readonly own: FollowedMessage;
  readonly participants: ReadonlySet<string>;
}

/** Who has the message gets the next one. Those who never wrote are asked about as in a new conversation. */
function followUp(
  context: Pick<MailContext, 'settings'>,
  request: Continuation,
  { own, participants }: Following,
): Standing {
  const addressees = changedRecipients(context, own.addressees, request);
  const first = { to: addressees.to, recipients: null };
  if (!isWithin(first, own.addressees)) throw new ServiceError('RECIPIENT_NOT_IN_THREAD');
  const kind = participants.has(addressees.to.toLowerCase()) ? 'continuation' : 'fresh';
  return { kind, addressees, place: own.place, answersId: null };
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
