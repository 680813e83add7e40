import { LIMITS } from '../../shared/contract/limits.ts';
import { ServiceError } from '../errors.ts';
import { MINUTE } from '../system/clock.ts';
import { AttemptWindow } from './attempt-window.ts';
import { BoundedMap } from './bounded-map.ts';
import { FailedAuthentication } from './failed-authentication.ts';
import { GuardedAttempts } from './guarded-attempts.ts';
import { InTurn } from './in-turn.ts';

/** Rate limits in memory; a restart resets them. */
export class Guards {
  readonly failedAuthentication = new FailedAuthentication();
  /** Requests by credential; the setting is the limit. */
  readonly requests = new RequestRate();
  /** Log-ins by email and address, one at a time: in parallel they could exceed the limit. */
  readonly logins = new InTurn();
  /** Failed log-ins by address, which bounds the counters that one caller can create. */
  readonly failedLogins = new AttemptWindow(LIMITS.failedLoginsPerAddress);
  /** By account. */
  readonly reauths = new GuardedAttempts(LIMITS.failedReauths);
  /** Requests for codes and links by mail, by kind and caller. */
  readonly mails = new AttemptWindow(LIMITS.codeMails);
  /** Sign-ups by address. */
  readonly signups = new AttemptWindow(LIMITS.signups);
}

/** Requests of each credential in the current minute, when the operator set a limit. */
class RequestRate {
  readonly #counts = new BoundedMap<number>(10_000);
  #minute = 0;

  assertBelow(limit: number, credential: string, now: number): void {
    if (limit === 0) return;
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = this.#counts.get(credential) ?? 0;
    if (count >= limit) {
      const wait = (minute + 1) * MINUTE - now;
      throw new ServiceError('RATE_LIMITED', { retry_after: Math.ceil(wait / 1000) });
    }
    this.#counts.set(credential, count + 1);
  }
}

/** Counts a call, or refuses it with the seconds to wait. */
export function assertWithin(window: AttemptWindow, key: string, now: number): void {
  const wait = window.blockedFor(key, now);
  if (wait > 0) throw new ServiceError('RATE_LIMITED', { retry_after: Math.ceil(wait / 1000) });
  window.count(key, now);
}
