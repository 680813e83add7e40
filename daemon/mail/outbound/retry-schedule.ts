import type { MessageJob } from '../../platform/store/jobs.ts';
import { HOUR, MINUTE } from '../../platform/system/clock.ts';
import type { DispatchFailure } from '../messages/transitions/causes.ts';

/** The daemon's own tries to deliver what a transport deferred. */

export const DISPATCH_RETRY = 'dispatch.retry';

/**
 * Waits before the daemon's first retries of a deferral; then every four hours for a day, as mail servers do.
 */
const FIRST_WAITS = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];
const LATER_WAIT = 4 * HOUR;
const LATER_TRIES = 6;

/** Why the daemon gives up after the last try. */
export const EXHAUSTED: DispatchFailure = { trigger: 'retry', reasonCode: 'attempts_exhausted' };

/**
 * The job of the next try after `tries` of them; null after the last. `now` is in milliseconds since 1970.
 */
export function nextTry(messageId: string, tries: number, now: number): MessageJob | null {
  const wait = FIRST_WAITS[tries] ?? (tries < FIRST_WAITS.length + LATER_TRIES ? LATER_WAIT : null);
  return wait === null ? null : tryAt(messageId, tries + 1, now + wait);
}

/** The job of a try, the first of which has the number 1. */
export function tryAt(messageId: string, tries: number, dueAt: number): MessageJob {
  return { kind: DISPATCH_RETRY, dueAt, payload: { message_id: messageId, tries } };
}
