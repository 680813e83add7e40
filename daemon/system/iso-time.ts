/** How answers and events write a time: ISO 8601 in UTC, from milliseconds since 1970. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** The same for what may not have happened. */
export function isoTimeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}
