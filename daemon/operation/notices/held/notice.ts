import { holdSentences } from '../../../../shared/hold-reasons.ts';
import { NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { inert } from './inert.ts';

/** A notice of held mail, before it gets the form of a service. */
export interface HeldNotice {
  /** Messages of which this notice tells. */
  readonly count: number;
  /** The first of them. */
  readonly items: readonly HeldItem[];
  /** All that wait in the mailboxes of the target. */
  readonly waiting: number;
  readonly queue: string | null;
}

/** A held message. `other` and `subject` are in the words of strangers. */
export interface HeldItem {
  readonly messageId: string;
  readonly mailbox: string;
  readonly isInbound: boolean;
  readonly other: string;
  readonly subject: string;
  readonly reasons: readonly string[];
  readonly link: string | null;
}

const SUBJECT_CHARACTERS = 80;
const ADDRESS_CHARACTERS = 100;

/** Without text of strangers. */
export function titleOf({ count, items }: HeldNotice): string {
  const [first] = items;
  return count === 1 && first
    ? `A message in ${first.mailbox} waits for your decision`
    : `${count} messages wait for your decision`;
}

/** The one link of a post: to the only message, or to all that wait. */
export function linkOf({ count, items, queue }: HeldNotice): string | null {
  return (count === 1 ? items[0]?.link : null) ?? queue;
}

/** The lines about one message, in which nothing is a link. */
export function linesOf({ mailbox, isInbound, other, subject, reasons }: HeldItem): string[] {
  const person = inert(other, ADDRESS_CHARACTERS);
  return [
    isInbound ? `From ${person} to ${mailbox}` : `From ${mailbox} to ${person}`,
    `Subject: ${inert(subject, SUBJECT_CHARACTERS) || NO_SUBJECT}`,
    `Held because: ${holdSentences(reasons).join(' ')}`,
  ];
}

export function waitingLine({ waiting }: HeldNotice): string {
  return waiting === 1 ? 'No other messages are waiting.' : `${waiting} messages are waiting in total.`;
}

/** Messages beyond those that are named; null when there are none. */
export function moreLine({ count }: HeldNotice, named: number): string | null {
  const more = count - named;
  if (more === 0) return null;
  return more === 1 ? 'One more message is held.' : `${more} more messages are held.`;
}

/** A notice that shows how notices look. */
export function sampleNotice(queue: string | null): HeldNotice {
  return {
    count: 1,
    items: [
      {
        messageId: '00000000-0000-0000-0000-000000000000',
        mailbox: 'sample@agentmail.invalid',
        isInbound: false,
        other: 'recipient@example.com',
        subject: 'This is a test: no message is held',
        reasons: ['hitl_all_outbound'],
        link: queue,
      },
    ],
    waiting: 1,
    queue,
  };
}
