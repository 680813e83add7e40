import { type SendWindow, WEEKDAYS } from '../contract/mailboxes.ts';

/** When a mailbox's agents may send. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MINUTES_OF_DAY = 24 * 60;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;
/** Zones change their offset only at multiples of this. */
const OFFSET_STEP = 15 * MINUTE;
/** A window with any day opens within two weeks: a week's only opening may be the hour that clocks skip. */
const LOOK_AHEAD = 16 * DAY;

/** A window with its zone's canonical name and its days in order, so that equal windows are stored equal. */
export function canonicalWindow(window: SendWindow): SendWindow {
  const { start, end, outside_action } = window;
  const timezone = canonicalZone(window.timezone);
  const days = WEEKDAYS.filter((day) => window.days.includes(day));
  return { timezone, days, start, end, outside_action };
}

/** Whether agents may send at a time, milliseconds since 1970; without a window they always may. */
export function isOpen(window: SendWindow | null, at: number): boolean {
  return window === null || openMinutes(window)[minuteOfWeek(at, offsetOf(window.timezone, at))] === 1;
}

/**
 * First full minute after `at` in which the window is open, milliseconds since 1970; null when it never is.
 */
export function nextOpening(window: SendWindow, at: number): number | null {
  const open = openMinutes(window);
  if (!open.includes(1)) return null;
  let block = Number.NaN;
  let offset = 0;
  for (let minute = (Math.floor(at / MINUTE) + 1) * MINUTE; minute < at + LOOK_AHEAD; minute += MINUTE) {
    const current = Math.floor(minute / OFFSET_STEP);
    if (current !== block) {
      block = current;
      offset = offsetOf(window.timezone, minute);
    }
    if (open[minuteOfWeek(minute, offset)] === 1) return minute;
  }
  return null;
}

/** Whether `next` allows no time that `previous` did not. */
export function isNarrower(previous: SendWindow | null, next: SendWindow | null): boolean {
  if (previous === null) return true;
  if (next === null || canonicalZone(next.timezone) !== canonicalZone(previous.timezone)) return false;
  if (previous.outside_action === 'block' && next.outside_action !== 'block') return false;
  const before = openMinutes(previous);
  return openMinutes(next).every((open, minute) => open === 0 || before[minute] === 1);
}

/** A flag per minute of a week from Monday, in the window's zone. */
function openMinutes(window: SendWindow): Uint8Array {
  const minutes = new Uint8Array(MINUTES_OF_WEEK);
  const start = minuteOfDay(window.start);
  const length = (minuteOfDay(window.end) - start + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  for (const day of window.days) {
    const first = WEEKDAYS.indexOf(day) * MINUTES_OF_DAY + start;
    for (let minute = first; minute < first + length; minute += 1) minutes[minute % MINUTES_OF_WEEK] = 1;
  }
  return minutes;
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function minuteOfWeek(at: number, offset: number): number {
  const local = new Date(at + offset);
  const weekday = (local.getUTCDay() + 6) % 7;
  return weekday * MINUTES_OF_DAY + local.getUTCHours() * 60 + local.getUTCMinutes();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The canonical name of a zone. */
function canonicalZone(timezone: string): string {
  return formatOf(timezone).resolvedOptions().timeZone;
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(timezone, format);
  }
  return format;
}

/** Offset of a zone from UTC, milliseconds. */
function offsetOf(timezone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE) * MINUTE;
}
