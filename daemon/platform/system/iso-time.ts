/** ISO 8601 in UTC, from milliseconds since 1970. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Null when it hasn't happened. */
export function isoTimeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}
