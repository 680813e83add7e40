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

/** A time that somebody wrote, as the daemon takes it. How the words were understood is said in full. */
export async function readTime(context: Context, written: string): Promise<string> {
  if (WITH_ZONE.test(written)) return written;
  const { parseDate } = await import('chrono-node');
  const now = new Date(context.world.clock.now());
  const isPossible = !DIGITS.test(written) || (isCalendarDay(written) && !Number.isNaN(Date.parse(written)));
  const time = isPossible ? parseDate(written, now, { forwardDate: true }) : null;
  if (!time) {
    throw new UsageError(
      `"${written}" is no time that can be understood.`,
      'as in 2026-12-24T09:00+01:00, "tomorrow 9:00" or "in 2 hours"',
    );
  }
  context.say(`Understood as ${spoken(time)}.`);
  return time.toISOString();
}

/** The moment with its zone, so that a misunderstanding shows. */
function spoken(time: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' }).format(time);
}
