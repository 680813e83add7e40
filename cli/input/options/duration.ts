import type { Flag } from './flag.ts';
import { InvalidValue } from './invalid-value.ts';
import type { Range } from './kinds.ts';

/** Lengths of time as people type them, the same for every command: `90s`, `10m`, `25h`, `2d`. */

/** Seconds in a unit. */
const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;
const DURATION = /^(\d{1,9})([smhdw])?$/;
const MOST_SECONDS = 30 * UNITS.d;

/** Seconds of a duration; a bare number counts seconds. Undefined for any other text. */
export function secondsOf(text: string): number | undefined {
  const [, count, unit = 's'] = DURATION.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** A flag for a time to wait, in seconds. */
export function duration(
  flags: string,
  about: string,
  { min = 1, max = MOST_SECONDS }: { readonly min?: number; readonly max?: number } = {},
): Flag<number | undefined> {
  return { flags, about, parse: (text) => secondsWithin(text, min, max) };
}

/** The same, for a flag that may also stand alone (then `true`). */
export function optionalDuration(flags: string, about: string): Flag<number | true | undefined> {
  return { flags, about, parse: (text) => secondsWithin(text, 1, MOST_SECONDS) };
}

function secondsWithin(text: string, min: number, max: number): number {
  const seconds = secondsOf(text);
  if (seconds !== undefined && seconds >= min && seconds <= max) return seconds;
  throw new InvalidValue(`must be a duration from ${min} to ${max} seconds, such as 90s, 10m, 25h or 2d`);
}

/** A flag for a number of whole days, as `30d`. */
export function days(flags: string, about: string, { min, max }: Range): Flag<number | undefined> {
  return {
    flags,
    about,
    parse: (text) => {
      const count = (/[smhdw]$/.test(text) ? (secondsOf(text) ?? Number.NaN) : Number.NaN) / UNITS.d;
      if (Number.isInteger(count) && count >= min && count <= max) return count;
      throw new InvalidValue(`must be whole days from ${min}d to ${max}d`);
    },
  };
}
