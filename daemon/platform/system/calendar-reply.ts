import type { CalendarAnswer, CalendarTime } from '../../../shared/contract/calendars.ts';

/**
 * An answer to an invitation, with what its calendar part repeats of it. All but the answer is a stranger's.
 */
export interface CalendarReply {
  readonly answer: CalendarAnswer;
  readonly uid: string;
  readonly sequence: number;
  readonly recurrence_id: CalendarTime | null;
  /** Addresses. */
  readonly organizer: string;
  readonly attendee: string;
  readonly start: CalendarTime | null;
  readonly end: CalendarTime | null;
  readonly duration: string | null;
  /** As the subject has it. */
  readonly summary: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}
