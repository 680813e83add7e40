import {
  CALENDAR_METHODS,
  type Calendar,
  EVENT_STATUSES,
  MAX_CALENDAR_BYTES,
} from '../../../shared/contract/calendars.ts';
import { unfolded } from '../extract/plain-text.ts';
import { cleanLine } from '../mime/display-name.ts';
import { type FirstEvent, firstEvent } from './first-event.ts';
import { type ContentLine, contentLines, textOf } from './lines.ts';
import { attendeesOf, personOf } from './people.ts';
import { durationOf, timeOf } from './times.ts';

/** Characters of a text that are kept. */
const MAX_TEXT = 1000;
/** RFC 5545 sets no limit; the sequence of real events is small. */
const MAX_SEQUENCE = 2 ** 31 - 1;

/** The first event of a calendar file as data; null when it has none, or is too large. */
export function readCalendar(content: Uint8Array): Calendar | null {
  if (content.byteLength > MAX_CALENDAR_BYTES) return null;
  const event = firstEvent(contentLines(unfolded(content)));
  return event && projectEvent(event);
}

function projectEvent({ method, lines, others }: FirstEvent): Calendar {
  // The first line of a name counts.
  const byName = new Map(lines.toReversed().map((line) => [line.name, line]));
  const text = (name: string) => textIn(byName.get(name));
  const start = timeOf(byName.get('DTSTART'));
  const organizer = byName.get('ORGANIZER');
  const { kept, leftOut } = attendeesOf(lines);
  return {
    method: oneOf(CALENDAR_METHODS, method),
    uid: text('UID'),
    sequence: sequenceOf(byName.get('SEQUENCE')),
    status: oneOf(EVENT_STATUSES, byName.get('STATUS')?.value ?? null),
    summary: text('SUMMARY'),
    location: text('LOCATION'),
    organizer: organizer ? personOf(organizer) : null,
    attendees: kept,
    ...(leftOut > 0 && { attendees_left_out: leftOut }),
    all_day: start !== null && !start.time.includes('T'),
    start,
    end: timeOf(byName.get('DTEND')),
    duration: durationOf(byName.get('DURATION')),
    recurrence: text('RRULE'),
    recurrence_id: timeOf(byName.get('RECURRENCE-ID')),
    ...(others > 0 && { events_left_out: others }),
  };
}

function textIn(line: ContentLine | undefined): string | null {
  return line ? cleanLine(textOf(line.value), MAX_TEXT) : null;
}

function oneOf<T extends string>(known: readonly T[], written: string | null): T | null {
  const value = written?.trim().toLowerCase();
  return known.find((each) => each === value) ?? null;
}

function sequenceOf(line: ContentLine | undefined): number {
  const value = line?.value.trim() ?? '';
  return /^\d{1,10}$/.test(value) ? Math.min(Number(value), MAX_SEQUENCE) : 0;
}
