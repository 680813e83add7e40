const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time relative to `now` (milliseconds since 1970), or the date when it's over a week away. */
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
