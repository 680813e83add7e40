import { isCalendarDay } from '../../shared/contract/fields.ts';
import { text } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';

export const atFlag = text(
  '--at <TIME>',
  'Send it by itself at this time: 2026-12-24T09:00+01:00, or "tomorrow 9:00" in the zone of this machine.',
);

const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A day in digits, with or without a time: nothing else is read into it. */
const DIGITS = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}\S*)?$/;

/** Day and month in digits, which some countries write in one order and some in the other. */
const DAY_AND_MONTH = /(?<![\d:./-])(\d{1,2})(?:([.-])(\d{1,2})\2\d{2,4}|\/(\d{1,2})(?:\/\d{2,4})?)(?![\d:])/;
const MONTHS = 12;

/** These are taken for the next such day. */
const PAST = /\b(?:last|past|previous)\b/i;

/** A time that somebody wrote, as the daemon takes it. How the words were understood is said in full. */
export async function readTime(context: Context, written: string): Promise<string> {
  if (WITH_ZONE.test(written)) return written;
  const now = context.world.clock.now();
  const time =
    (await understood(written, new Date(now))) ?? refused(written, 'is no time that can be understood');
  if (time.getTime() < now || PAST.test(written)) refused(written, 'is past');
  context.say(`Understood as ${spoken(time)}.`);
  return time.toISOString();
}

/** The one moment that all of the words mean together. */
async function understood(written: string, now: Date): Promise<Date | undefined> {
  if (DIGITS.test(written) && !(isCalendarDay(written) && !Number.isNaN(Date.parse(written))))
    return undefined;
  const [, first, , ...second] = DAY_AND_MONTH.exec(written) ?? [];
  const [one, other] = [Number(first), Number(second.find((each) => each !== undefined))];
  if (one !== other && one <= MONTHS && other <= MONTHS) {
    refused(written, 'may be two days: which number is the month?');
  }
  const { parse } = await import('chrono-node');
  const [found] = parse(written, now, { forwardDate: true });
  return found && !found.end && found.text === written.trim() ? found.date() : undefined;
}

function refused(written: string, why: string): never {
  throw new UsageError(
    `"${written}" ${why}${why.endsWith('?') ? '' : '.'}`,
    'as in 2026-12-24T09:00+01:00, "tomorrow 9:00" or "in 2 hours"',
  );
}

/** The moment with its zone, so that a misunderstanding shows. */
function spoken(time: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' }).format(time);
}
