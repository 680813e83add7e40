import { isCalendarDay } from '../../../shared/contract/fields.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { secondsOf } from './duration.ts';

/**
 * Moments as people type them, the same for every command: `10m`, `2026-12-24`, `2026-12-24T09:00+01:00`,
 * `tomorrow 9:00`.
 */

/** Whether a time is looked for before or after now: "10m" and "friday" mean either. */
type Towards = 'past' | 'future';

export interface MomentBase {
  readonly towards: Towards;
  /** Unix time in milliseconds. */
  readonly now: number;
}

const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** As screens show a moment. */
const SHOWN = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day in digits, with or without a time: nothing else is read into it. */
const DIGITS = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}\S*)?$/;

/** Day and month in digits, which some countries write in one order and some in the other. */
const DAY_AND_MONTH = /(?<![\d:./-])(\d{1,2})(?:([.-])(\d{1,2})\2\d{2,4}|\/(\d{1,2})(?:\/\d{2,4})?)(?![\d:])/;
const MONTHS = 12;

/** In a time to come, these would be taken for the next such day. */
const PAST = /\b(?:last|past|previous)\b/i;

/**
 * The time as the daemon takes it. Words and times without a zone are repeated in full, as they were
 * understood.
 */
export async function readTime(context: CommandContext, written: string, how: MomentBase): Promise<string> {
  return (await momentOf(context, written, how)) ?? refused(written, "isn't a time");
}

/** The same; undefined for what is no time. */
export async function momentOf(
  context: CommandContext,
  written: string,
  how: MomentBase,
): Promise<string | undefined> {
  const exact = written.replace(SHOWN, '$1T$2$3');
  if (WITH_ZONE.test(exact)) return exact;
  const seconds = /[smhdw]$/.test(written) ? secondsOf(written) : undefined;
  if (seconds !== undefined) {
    return new Date(how.now + (how.towards === 'past' ? -seconds : seconds) * 1000).toISOString();
  }
  const time = await understood(written, how);
  if (time === undefined) return undefined;
  if (how.towards === 'future' && (time.getTime() < how.now || PAST.test(written)))
    refused(written, 'is past');
  context.say(`Understood as ${spoken(time)}.`);
  return time.toISOString();
}

/** The one moment that all of the words mean together. */
async function understood(written: string, { towards, now }: MomentBase): Promise<Date | undefined> {
  if (DIGITS.test(written) && !(isCalendarDay(written) && !Number.isNaN(Date.parse(written))))
    return undefined;
  // The beginning of the day here; a time to come is at noon, as for "friday".
  if (towards === 'past' && DAY.test(written)) return new Date(`${written}T00:00`);
  const [, first, , ...second] = DAY_AND_MONTH.exec(written) ?? [];
  const [one, other] = [Number(first), Number(second.find((each) => each !== undefined))];
  if (one !== other && one <= MONTHS && other <= MONTHS) {
    refused(written, 'is ambiguous: which number is the month?');
  }
  const { parse } = await import('chrono-node');
  const [found] = parse(written, new Date(now), { forwardDate: towards === 'future' });
  return found && !found.end && found.text === written.trim() ? found.date() : undefined;
}

function refused(written: string, why: string): never {
  throw new UsageError(
    `"${written}" ${why}${why.endsWith('?') ? '' : '.'}`,
    'examples: 10m, 2d, 2026-12-24, 2026-12-24T09:00+01:00, "tomorrow 9:00"',
  );
}

/** The moment with its zone, so that a misunderstanding shows. */
function spoken(time: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' }).format(time);
}
