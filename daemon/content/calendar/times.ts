import type { CalendarTime } from '../../../shared/contract/calendars.ts';
import { isCalendarDay } from '../../../shared/contract/fields.ts';
import { cleanName } from '../mime/display-name.ts';
import type { ContentLine } from './lines.ts';

const DATE_OR_TIME = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d|60)(Z?))?$/;

/** A DATE or DATE-TIME (RFC 5545, 3.3.4 and 3.3.5); null for everything else. */
export function timeOf(line: ContentLine | undefined): CalendarTime | null {
  const found = DATE_OR_TIME.exec(line?.value.trim().slice(0, 20) ?? '');
  if (!line || !found) return null;
  const [, year, month, day, hour, minute, second, utc] = found;
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDay(date)) return null;
  if (hour === undefined) return { time: date, zone: null };
  const time = `${date}T${hour}:${minute}:${second}${utc}`;
  return { time, zone: utc === 'Z' ? null : cleanName(line.parameters.get('TZID') ?? '') };
}

const DURATION = /^[+-]?P(?:\d{1,9}W|(?:\d{1,9}D)?(?:T(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}S)?)?)$/;

/** A DURATION (RFC 5545, 3.3.6); null for everything else. */
export function durationOf(line: ContentLine | undefined): string | null {
  const value = line?.value.trim().slice(0, 60).toUpperCase() ?? '';
  return DURATION.test(value) && /\d/.test(value) ? value : null;
}
