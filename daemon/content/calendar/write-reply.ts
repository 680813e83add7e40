import type { CalendarTime } from '../../../shared/contract/calendars.ts';
import type { CalendarReply } from '../../platform/system/calendar-reply.ts';

/**
 * A calendar file that answers an invitation (RFC 5546, 3.2.3). Its lines are written from parsed values: no
 * line of the invitation is copied.
 */

/** Octets of a line without its end (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
/** A zone is the sender's word. Zones of IANA and of Windows are written like this. */
const ZONE = /^[A-Za-z0-9][A-Za-z0-9 _+./()-]{0,63}$/;

/** Without a summary where the message no longer has it: readers and the scan see the subject. */
export function calendarReplyFile(reply: CalendarReply, subject: string): string {
  const { uid, organizer, attendee, answer, summary } = reply;
  const lines = [
    'BEGIN:VCALENDAR',
    'PRODID:-//agentmail//agentmail//EN',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${compact(new Date(reply.at).toISOString().replace(/\.\d+/, ''))}`,
    `SEQUENCE:${reply.sequence}`,
    ...timeLine('RECURRENCE-ID', reply.recurrence_id),
    `ORGANIZER:mailto:${mailto(organizer)}`,
    `ATTENDEE;PARTSTAT=${answer.toUpperCase()}:mailto:${mailto(attendee)}`,
    ...timeLine('DTSTART', reply.start),
    ...timeLine('DTEND', reply.end),
    ...(reply.end === null && reply.duration !== null ? [`DURATION:${reply.duration}`] : []),
    ...(summary !== null && subject.includes(summary) ? [`SUMMARY:${escaped(summary)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Whether a time can be written as it was read. */
export function isWritable(time: CalendarTime): boolean {
  return time.zone === null || ZONE.test(time.zone);
}

/**
 * Organizers find their event by UID, SEQUENCE and RECURRENCE-ID; a time that can't be written is left out.
 */
function timeLine(name: string, time: CalendarTime | null): string[] {
  if (time === null || !isWritable(time)) return [];
  const isDate = !time.time.includes('T');
  const parameter = isDate ? ';VALUE=DATE' : time.zone === null ? '' : `;TZID="${time.zone}"`;
  return [`${name}${parameter}:${compact(time.time)}`];
}

/** ISO 8601 without its separators. */
function compact(time: string): string {
  return time.replaceAll(/[-:]/g, '');
}

/** RFC 5545, 3.3.11. The text has no line ends. */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`);
}

/** The grammar of addresses allows characters that end a path of a URI. */
function mailto(address: string): string {
  return address.replaceAll(/[%?#&]/g, encodeURIComponent);
}

/** Folds a line between characters. */
function folded(line: string): string {
  let written = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      written += '\r\n ';
      octets = 1;
    }
    written += character;
    octets += size;
  }
  return written;
}
