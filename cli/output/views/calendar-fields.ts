import type { Calendar, CalendarTime } from '../../../shared/contract/calendars.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import { namedAddress } from '../../../shared/named-address.ts';
import type { Cell } from './document.ts';

/** The event of an invitation. Daemons of earlier versions send none. */
export function calendarFields({ calendar }: MessageDetail): (readonly [string, Cell])[] {
  if (!calendar) return [];
  const { method, summary, location, organizer, attendees, attendees_left_out: left = 0 } = calendar;
  const fields: [string, string | null][] = [
    ['event', [method, summary].filter((part) => part !== null).join(': ')],
    ['when', whenText(calendar)],
    ['repeats', calendar.recurrence],
    ['where', location],
    ['organizer', organizer && namedAddress(organizer)],
    ['attendees', attendees.length + left === 0 ? null : String(attendees.length + left)],
  ];
  return fields.flatMap(([label, text]) => (text === null || text === '' ? [] : [[label, text] as const]));
}

function whenText({ start, end, duration }: Calendar): string | null {
  if (start === null) return null;
  if (end === null) return duration === null ? timeText(start) : `${timeText(start)} (${duration})`;
  return `${timeText(start)} to ${timeText(end)}`;
}

function timeText({ time, zone }: CalendarTime): string {
  return zone === null ? time : `${time} ${zone}`;
}
