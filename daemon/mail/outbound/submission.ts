import type { Metadata } from '../../../shared/contract/metadata.ts';
import type { Principal } from '../../access/principal.ts';
import type { CalendarReply } from '../../platform/system/calendar-reply.ts';
import { domainOf } from '../../platform/system/mail-address.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import { isHeldBack, isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import type { ReasonGiven } from '../messages/review.ts';
import type { MessageRow } from '../messages/table.ts';
import type { ForwardedMail } from './forward/forwarded.ts';
import type { Outgoing } from './outgoing.ts';
import type { Recipient, SkippedRecipient } from './recipients.ts';
import type { Subaddress } from './subaddress.ts';
import type { SubmittedHtml } from './submitted-html.ts';

/** Data that the caller keeps with a message. It's never sent. */
export interface KeptFields {
  /** Sorted. */
  readonly labels?: readonly string[] | null;
  readonly metadata?: Metadata | null;
}

/** A message before it has a row. */
export interface Submission {
  readonly principal: Principal;
  readonly mailbox: MailboxRow;
  /** Replies and continuations answer a participant; a fresh send doesn't. */
  readonly kind: 'fresh' | 'reply' | 'continuation';
  /** The first recipient, as the caller wrote the address, trimmed. */
  readonly to: string;
  /** Everybody who gets it, `to` first; null or absent for a single plain address. */
  readonly recipients?: readonly Recipient[] | null;
  /** Rules may refuse some of the recipients, and the others get it. */
  readonly skipsRefused?: boolean;
  /** Recipients that rules refused, with the code of the refusal. */
  readonly skipped?: readonly SkippedRecipient[];
  readonly subject: string;
  readonly body: string;
  readonly html?: SubmittedHtml | null;
  readonly subaddress?: Subaddress | null;
  /** Address of the mailbox that gets the answers, unless it's the sender. */
  readonly replyTo?: string | null;
  readonly kept?: KeptFields;
  readonly thread: ThreadPlace | null;
  /** The inbound message that it answers. */
  readonly answersId?: string | null;
  /** The answered message becomes read when this one is held or sent. */
  readonly marksRead?: boolean;
  /** The denied message of which it is a new version. */
  readonly revises?: MessageRow | null;
  /** The message that it forwards. */
  readonly forwards?: ForwardedMail | null;
  /** The answer to an invitation that it carries. */
  readonly invitation?: CalendarReply | null;
  /** Uploads that go along. */
  readonly attachmentIds?: readonly string[];
  /** The stored draft, if it's one. */
  readonly draft?: DraftInstance | null;
  /** The held message that this edit is sent in place of. */
  readonly replaces?: Replaced | null;
}

/** A held message that a person edited, with the decision that ends its review. */
export interface Replaced extends ReasonGiven {
  /** In the state that it was in when the person decided. */
  readonly original: Outgoing;
}

/** A draft as it was read; one that changed since isn't sent. */
export interface DraftInstance {
  readonly id: string;
  readonly revision: number;
  /** A person named this revision as the one that they saw. */
  readonly seen: boolean;
  readonly trigger: DraftTrigger;
}

/** Who waits for the outcome of a draft: its caller, nobody after an early answer, or nobody at its time. */
export type DraftTrigger = 'sync' | 'async' | 'schedule';

/** The Message-ID of an outgoing message, at the domain that it is sent from. */
export function rfcMessageId(sender: string, id: string): string {
  return `<${id}@${domainOf(sender)}>`;
}

/** The answered message in terms of mail headers. */
export interface ThreadPlace {
  readonly threadId: string;
  readonly inReplyTo: string;
  readonly references: readonly string[];
}

/** Where a stored message stands in its conversation; null when it began one. */
export function threadPlaceOf(
  message: Pick<MessageRow, 'in_reply_to' | 'thread_id' | 'reference_ids'>,
): ThreadPlace | null {
  if (message.in_reply_to === null || message.thread_id === null) return null;
  return {
    threadId: message.thread_id,
    inReplyTo: message.in_reply_to,
    references: message.reference_ids,
  };
}

/** Clients don't need more references; the first and the newest ones stay. */
const REFERENCE_LIMIT = 50;

/** Place of an answer to a message with these identifiers. */
export function placeAfter(answered: {
  readonly thread_id: string | null;
  readonly rfc_message_id: string | null;
  readonly reference_ids: readonly string[];
}): ThreadPlace | null {
  if (answered.rfc_message_id === null || answered.thread_id === null) return null;
  const earlier = answered.reference_ids;
  const all = [...earlier.filter((id) => id !== answered.rfc_message_id), answered.rfc_message_id];
  const references =
    all.length > REFERENCE_LIMIT ? [...all.slice(0, 1), ...all.slice(1 - REFERENCE_LIMIT)] : all;
  return { threadId: answered.thread_id, inReplyTo: answered.rfc_message_id, references };
}

/** The subject of an answer. It is the caller's own text, so it never repeats what the caller can't read. */
export function subjectOfAnswer(principal: Principal, mailbox: MailboxRow, answered: Answered): string {
  const isWithheld = isHeldBack(answered) && isKeptFromText(principal, mailbox);
  return replySubject(isWithheld ? '' : answered.subject);
}

type Answered = Parameters<typeof isHeldBack>[0] & { readonly subject: string };

/** `Re: ` before a subject, once. */
export function replySubject(subject: string): string {
  return /^re:/i.test(subject.trim()) ? subject.trim() : `Re: ${subject.trim()}`.trim();
}
