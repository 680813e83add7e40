import { isCalendarDay } from '../../../shared/contract/fields.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import { DAY } from '../../platform/system/clock.ts';

const LOCAL = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?/;
const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses the time of a schedule to milliseconds since 1970. It has to name a zone and be in the next year.
 */
export function readSendAt(text: string, now: number): number {
  const local = LOCAL.exec(text);
  const time = Date.parse(text);
  if (!local || !isCalendarDay(text) || Number.isNaN(time)) {
    throw invalidField('send_at', 'must be an ISO 8601 timestamp with Z or an offset', 422);
  }
  if (local[0].length === text.length) throw new ServiceError('TIMEZONE_REQUIRED');
  if (!ZONE.test(text) || !text.startsWith('T', 10)) {
    throw invalidField('send_at', 'must be an ISO 8601 timestamp with Z or an offset', 422);
  }
  if (time <= now) throw invalidField('send_at', 'must be in the future', 422);
  if (time > now + LIMITS.scheduleDays * DAY) {
    throw invalidField('send_at', `must be within ${LIMITS.scheduleDays} days`, 422);
  }
  return time;
}
