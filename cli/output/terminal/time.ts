export { relativeTime } from '../../../shared/relative-time.ts';

/** Local time of day, `HH:MM:SS`; with the date when that isn't today. */
export function localTime(at: string, now: number): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  const date = localDate(then);
  return date === localDate(new Date(now)) ? clockTime(at) : `${date} ${clockTime(at)}`;
}

/** Local time of day, `HH:MM:SS`. */
export function clockTime(at: string): string {
  const then = new Date(at);
  return [then.getHours(), then.getMinutes(), then.getSeconds()].map(twoDigits).join(':');
}

function localDate(moment: Date): string {
  return [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join('-');
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** A moment in the time zone of this machine, with its offset, as `2026-11-22 14:03:07 +01:00`. */
export function localDateTime(at: string): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  const minutes = -then.getTimezoneOffset();
  const offset = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map(twoDigits).join(':');
  return `${localDate(then)} ${clockTime(at)} ${minutes < 0 ? '-' : '+'}${offset}`;
}
