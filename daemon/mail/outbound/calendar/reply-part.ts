import type { CalendarReply } from '../../../platform/system/calendar-reply.ts';
import { lowerAscii } from '../../../platform/system/mail-address.ts';

/** The parts of a submission that make it an answer to an invitation. */
interface AnswerFacts {
  readonly to: string;
  readonly recipients?: readonly unknown[] | null;
  readonly invitation?: CalendarReply | null;
  readonly revises?: { readonly calendar_reply: CalendarReply | null } | null;
  readonly replaces?: { readonly original: { readonly calendar_reply: CalendarReply | null } } | null;
}

/**
 * The answer that a submission carries; null for other mail. A new version of an answer, and an edited one,
 * carry it too, unless they go to anybody but the organizer.
 */
export function calendarReplyOf(facts: AnswerFacts): CalendarReply | null {
  const { to, recipients, invitation, revises, replaces } = facts;
  const reply = invitation ?? revises?.calendar_reply ?? replaces?.original.calendar_reply ?? null;
  if (reply === null || recipients) return null;
  return lowerAscii(to) === lowerAscii(reply.organizer) ? reply : null;
}
