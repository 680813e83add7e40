import type { Descriptions } from './types.ts';

/** Fields of calendar files. */
export const CALENDAR_FIELDS = {
  calendar:
    'First event of the calendar file of an inbound message, as its sender wrote it. Null if there is none, and for credentials that may not read the preview of the file.',
  'Calendar.method':
    'Purpose of the file: `request` is an invitation, `cancel` takes one back. Null without one.',
  'Calendar.uid': 'Identifier of the event, the same in all messages about it.',
  'Calendar.sequence': 'Version of the event; a higher one replaces a lower one.',
  'Calendar.status': 'Status of the event, or null.',
  'Calendar.summary': 'Title of the event.',
  'Calendar.location': 'Place of the event.',
  organizer: 'Who invites, by their own account. Need not be the sender of the message.',
  attendees: 'Who is invited. At most 100.',
  attendees_left_out:
    'How many attendees are left out: those after the first 100, and those without a mail address. Absent if none is.',
  all_day: 'Whether the event is about whole days.',
  start: 'When the event begins.',
  end: 'When the event ends, the last day of whole days excluded. Null if the file has a duration, or neither.',
  duration: 'Duration in ISO 8601, in place of an end.',
  recurrence: 'Rule of a series, as written (RRULE). It is never expanded.',
  recurrence_id: 'Occurrence of a series that the message is about. Null for all of it.',
  events_left_out: 'How many events follow the first one. Absent if none does.',
  'CalendarTime.time':
    'ISO 8601: a date, a local time in `zone`, or a time in UTC with `Z`. It is not converted.',
  'CalendarTime.zone':
    'Name of the time zone, as written. Null for dates, for UTC, and for times that are local everywhere.',
  'CalendarOrganizer.name': 'Display name, or null.',
  'CalendarOrganizer.address': 'Mail address.',
  'Attendee.name': 'Display name, or null.',
  'Attendee.address': 'Mail address.',
  'Attendee.role': 'Whether the attendee is needed.',
  'Attendee.status': 'Answer of the attendee, as the organizer knows it.',
} as const satisfies Descriptions;
