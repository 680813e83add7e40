import { LIMITS } from '../../shared/contract/limits.ts';
import { ServiceError } from '../errors.ts';
import { AttemptWindow } from './attempt-window.ts';
import { FailedAuthentication } from './failed-authentication.ts';

/** What counts callers in memory; a restart forgets it. */
export class Guards {
  readonly failedAuthentication = new FailedAuthentication();
  /** By email and address. */
  readonly logins = new AttemptWindow(LIMITS.failedLogins);
  /** By account. */
  readonly reauths = new AttemptWindow(LIMITS.failedReauths);
  /** Requests for codes and links by mail, by kind and caller. */
  readonly mails = new AttemptWindow(LIMITS.codeMails);
  /** Sign-ups by address. */
  readonly signups = new AttemptWindow(LIMITS.signups);
}

/** Counts a call, or refuses it with the time to wait. */
export function assertWithin(window: AttemptWindow, key: string, now: number): void {
  const wait = window.blockedFor(key, now);
  if (wait > 0) throw new ServiceError('RATE_LIMITED', { retry_after: Math.ceil(wait / 1000) });
  window.count(key, now);
}
