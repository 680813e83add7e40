import { z } from 'zod';

/** Calendar files as data (RFC 5545, RFC 5546). All of it is the sender's word. */

/** Bytes of a calendar file that is read. */
export const MAX_CALENDAR_BYTES = 256 * 1024;
/** Attendees that are kept. */
export const MAX_ATTENDEES = 100;

export const CALENDAR_METHODS = [
  'publish',
  'request',
  'reply',
  'add',
  'cancel',
  'refresh',
  'counter',
  'declinecounter',
] as const;
export const ATTENDEE_ROLES = ['chair', 'required', 'optional', 'none'] as const;
export const ATTENDEE_STATUSES = ['needs_action', 'accepted', 'declined', 'tentative', 'delegated'] as const;
export const EVENT_STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;

/** Answers to an invitation. */
export const CALENDAR_ANSWERS = ['accepted', 'declined', 'tentative'] as const;
export type CalendarAnswer = (typeof CALENDAR_ANSWERS)[number];

/** A time on a clock: never converted, because zones in a file may be made up. */
export const calendarTime = z.object({
  /** ISO 8601: a date, a local time, or a time in UTC with `Z`. */
  time: z.string(),
  /** As the sender wrote it. Null for dates, UTC, and times that are local everywhere. */
  zone: z.string().nullable(),
});
export type CalendarTime = z.output<typeof calendarTime>;

export const calendarOrganizer = z.object({ name: z.string().nullable(), address: z.string() });
export type CalendarOrganizer = z.output<typeof calendarOrganizer>;

export const attendee = z.object({
  name: z.string().nullable(),
  address: z.string(),
  role: z.enum(ATTENDEE_ROLES),
  status: z.enum(ATTENDEE_STATUSES),
});
export type Attendee = z.output<typeof attendee>;

/** The first event of a calendar file. */
export const calendar = z.object({
  method: z.enum(CALENDAR_METHODS).nullable(),
  uid: z.string().nullable(),
  sequence: z.int(),
  status: z.enum(EVENT_STATUSES).nullable(),
  summary: z.string().nullable(),
  location: z.string().nullable(),
  organizer: calendarOrganizer.nullable(),
  attendees: z.array(attendee),
  /** Attendees beyond those that are kept. */
  attendees_left_out: z.int().optional(),
  all_day: z.boolean(),
  start: calendarTime.nullable(),
  end: calendarTime.nullable(),
  /** ISO 8601, in place of an end. */
  duration: z.string().nullable(),
  /** The rule as written; never expanded. */
  recurrence: z.string().nullable(),
  /** The occurrence that it is about. */
  recurrence_id: calendarTime.nullable(),
  /** Events after the first one. */
  events_left_out: z.int().optional(),
});
export type Calendar = z.output<typeof calendar>;
