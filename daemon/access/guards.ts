import { LIMITS } from '../../shared/contract/limits.ts';
import { AttemptWindow } from './attempt-window.ts';
import { FailedAuthentication } from './failed-authentication.ts';

/** What counts failures in memory; a restart forgets it. */
export class Guards {
  readonly failedAuthentication = new FailedAuthentication();
  /** By email and address. */
  readonly logins = new AttemptWindow(LIMITS.failedLogins);
  /** By account. */
  readonly reauths = new AttemptWindow(LIMITS.failedReauths);
}
