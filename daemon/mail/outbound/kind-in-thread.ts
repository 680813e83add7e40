import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import { isParticipant } from '../../rules/trust/participants.ts';
import type { MailContext } from '../context.ts';
import { selectMessages } from '../messages/table.ts';
import { isAnswerAddress } from './answer-address.ts';
import { followsMailTo } from './follow-up.ts';
import type { Submission, ThreadPlace } from './submission.ts';

/** Where a message stands in a conversation. */
export interface PlaceInThread {
  readonly thread: ThreadPlace | null;
  /** The message that it replies to, if it names one. */
  readonly answersId: string | null;
}

/** Who writes a message, and the mailbox that it is written from. */
export interface MailAuthor {
  readonly principal: Principal;
  readonly mailbox: MailboxRow;
}

/**
 * How a message stands to its first recipient. Refuses one who neither wrote in the thread, nor is the
 * Reply-To of the answered message, nor has the message that it follows.
 */
export async function kindInThread(
  context: MailContext,
  { principal, mailbox }: MailAuthor,
  { thread, answersId, to }: PlaceInThread & { readonly to: string },
): Promise<Submission['kind']> {
  if (thread === null) return 'fresh';
  const { read } = context.store;
  const kind = answersId === null ? 'continuation' : 'reply';
  const mailboxId = mailbox.id;
  if (await isParticipant(read, { mailboxId, threadId: thread.threadId, address: to })) return kind;
  if (answersId === null) {
    if (await followsMailTo(read, { mailboxId, thread }, to)) return 'fresh';
    throw new ServiceError('RECIPIENT_NOT_IN_THREAD');
  }
  const answered = await selectMessages(read)
    .where('messages.id', '=', answersId)
    .where('messages.mailbox_id', '=', mailbox.id)
    .executeTakeFirst();
  if (answered && (await isAnswerAddress(context, { principal, mailbox, answered }, to))) return kind;
  throw new ServiceError('RECIPIENT_NOT_IN_THREAD');
}
