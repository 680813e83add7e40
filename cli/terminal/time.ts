const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A moment as people say it, relative to `now` (milliseconds since 1970); the date when it is over a week away. */
export function relativeTime(at: string, now: number): string {
  const then = Date.parse(at);
  if (Number.isNaN(then)) return at;
  const distance = Math.abs(now - then);
  if (distance >= 7 * DAY) return at.slice(0, 10);
  const amount = roundedAmount(distance);
  if (amount === undefined) return 'now';
  return then <= now ? `${amount} ago` : `in ${amount}`;
}

function roundedAmount(distance: number): string | undefined {
  if (distance < 5 * SECOND) return undefined;
  if (distance < MINUTE) return `${Math.floor(distance / SECOND)}s`;
  if (distance < HOUR) return `${Math.floor(distance / MINUTE)} min`;
  if (distance < DAY) return `${Math.floor(distance / HOUR)} h`;
  return `${Math.floor(distance / DAY)} d`;
}

/** A moment on the clock of this machine, with its offset, as `2026-11-22 14:03:07 +01:00`. */
export function localTime(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const offset = -date.getTimezoneOffset();
  const shifted = new Date(date.getTime() + offset * MINUTE).toISOString();
  const [day, time] = [shifted.slice(0, 10), shifted.slice(11, 19)];
  const minutes = Math.abs(offset);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day} ${time} ${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
